package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import java.util.ArrayList;
import java.util.List;

/** A message of a standard read by each {@link StandardPeer}, or written with one value changed. */
public class StandardBenchmark extends EngineBenchmark {

    @Param private StandardPeer peer;

    @Param({"READ_NONE", "READ_FIRST", "READ_FIRST_AND_LAST", "READ_ALL", "CHANGE"})
    private Access work;

    private final List<String> texts = new ArrayList<>();
    private byte[] message;
    private StandardPeer.Work reader;

    @Setup
    public void open() throws Exception {
        message = peer.standard.message();
        reader = peer.open();
    }

    @Benchmark
    public Object run() throws Exception {
        if (work == Access.CHANGE) {
            return reader.change(message);
        }
        texts.clear();
        reader.read(message, work, texts);
        return texts;
    }
}
