package io.millrace.benchmarks.standards;

import io.millrace.benchmarks.record.Access;

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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reading a message of a standard by each {@link StandardPeer}: nothing of it, some texts, all. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StandardBenchmark {

    @Param private StandardPeer peer;

    @Param private Access access;

    private byte[] message;
    private StandardPeer.Work work;
    private final List<String> texts = new ArrayList<>();

    @Setup
    public void open() throws Exception {
        message = peer.standard.message();
        work = peer.open();
    }

    @Benchmark
    public Object read() throws Exception {
        texts.clear();
        work.read(message, access, texts);
        return texts;
    }
}
