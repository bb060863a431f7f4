package io.millrace.benchmarks.complex;

import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

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

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The complex work five times: in five Compute nodes one behind the other, and in one. Both copy
 * the tree five times; a flow in the caller's thread with queues in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class NodesInARowBenchmark {

    @Param({"very-complex", "multiple-complex"})
    private String flow;

    @Param({"4k", "16k", "64k"})
    private String size;

    private byte[] message;
    private Flow loaded;

    @Setup
    public void open() throws IOException {
        message = Csim.message(size);
        loaded = Flow.load(Csim.FOLDER, flow);
    }

    @TearDown
    public void close() {
        loaded.close();
    }

    @Benchmark
    public FlowResult fiveTimes() {
        return loaded.process(message);
    }
}
