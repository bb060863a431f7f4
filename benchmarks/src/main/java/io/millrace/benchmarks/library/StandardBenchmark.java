package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import java.util.ArrayList;
import java.util.List;

/** A message of a standard read by each {@link StandardPeer}. */
public class StandardBenchmark extends EngineBenchmark {

    @Param private StandardPeer peer;

    private final List<String> texts = new ArrayList<>();
    private byte[] message;
    private StandardPeer.Work reader;

    @Setup
    public void open() {
        message = peer.message();
        reader = peer.open();
    }

    @Benchmark
    public Object read() throws Exception {
        texts.clear();
        reader.read(message, texts);
        return texts;
    }
}
