package io.millrace.benchmarks.complex;

import io.millrace.engine.message.Bytes;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * The complex compute node, from the bytes of a message to the bytes of the changed one, by each
 * {@link Peer}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ComplexComputeBenchmark {

    @Param private Peer peer;

    @Param({"4k", "16k", "64k"})
    private String size;

    private byte[] message;
    private Peer.Work work;

    @Setup
    public void open() throws Exception {
        message = Csim.message(size);
        work = peer.open();
        SameContent.check(peer, message, work.process(message));
    }

    @TearDown
    public void close() {
        work.close();
    }

    @Benchmark
    public Bytes bytesToBytes() throws Exception {
        return work.process(message);
    }
}
