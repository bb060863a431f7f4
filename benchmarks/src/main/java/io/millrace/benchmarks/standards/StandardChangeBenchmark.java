package io.millrace.benchmarks.standards;

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
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/** From the bytes of a message of a standard to those of the message with one value changed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StandardChangeBenchmark {

    @Param private StandardPeer peer;

    private byte[] message;
    private StandardPeer.Work work;

    @Setup
    public void open() throws Exception {
        message = peer.standard.message();
        work = peer.open();
    }

    @Benchmark
    public byte[] change() throws Exception {
        return work.change(message);
    }
}
