package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.engine.message.Bytes;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The work of the complex Compute node, from the bytes of a message to the bytes of the result, by
 * each {@link Peer}.
 */
public class ComplexComputeBenchmark extends EngineBenchmark {

    @Param private Peer peer;

    @Param({"4k", "16k", "64k"})
    private String size;

    private byte[] message;
    private Peer.Work work;

    @Setup
    public void open() throws Exception {
        message = Peer.message(size);
        work = peer.open();
        peer.check(message, work.process(message));
    }

    @Benchmark
    public Bytes bytesToBytes() throws Exception {
        return work.process(message);
    }
}
