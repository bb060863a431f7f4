package io.millrace.benchmarks.standards;

import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.benchmarks.record.Access;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import java.util.ArrayList;
import java.util.List;

/** A message of a standard read by each {@link StandardPeer}, or written with one value changed. */
public class StandardBenchmark extends EngineBenchmark {

    private static final String CHANGE = "CHANGE";

    @Param private StandardPeer peer;

    @Param({"NONE", "FIRST", "FIRST_AND_LAST", "ALL", CHANGE})
    private String work;

    private final List<String> texts = new ArrayList<>();
    private byte[] message;
    private StandardPeer.Work reader;
    private Access access;

    @Setup
    public void open() throws Exception {
        message = peer.standard.message();
        reader = peer.open();
        access = work.equals(CHANGE) ? null : Access.valueOf(work);
    }

    @Benchmark
    public Object run() throws Exception {
        if (access == null) {
            return reader.change(message);
        }
        texts.clear();
        reader.read(message, access, texts);
        return texts;
    }
}
