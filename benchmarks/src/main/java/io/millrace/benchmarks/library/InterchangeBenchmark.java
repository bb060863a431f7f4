package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import java.util.ArrayList;
import java.util.List;

/** Reading all values of a SWIFT or X12 message by each {@link InterchangePeer}. */
public class InterchangeBenchmark extends EngineBenchmark {

    @Param private InterchangePeer peer;

    /** Minimum size of the message; 0 for the size of the sample. */
    @Param({"0", "16384"})
    private int bytes;

    private byte[] message;
    private final List<String> values = new ArrayList<>();

    @Setup
    public void open() {
        message = peer.standard.message(bytes);
    }

    @Benchmark
    public Object read() throws Exception {
        values.clear();
        peer.read(message, values);
        return values;
    }
}
