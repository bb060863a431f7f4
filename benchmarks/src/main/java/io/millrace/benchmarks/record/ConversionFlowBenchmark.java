package io.millrace.benchmarks.record;

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

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The conversions of {@link ConversionBenchmark} as the flows of the sample, from bytes to bytes,
 * in the caller's thread with queues in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ConversionFlowBenchmark {

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format from;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format to;

    @Param({"4096", "16384", "65536"})
    private int bytes;

    private byte[] message;
    private Flow flow;

    private static String word(Format format) {
        return format.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Setup
    public void open() {
        flow = Flow.load(Format.SAMPLE, word(from) + "-to-" + word(to));
        message = from.message(bytes);
        to.check(flow.process(message).outputs().getFirst().body().toArray(), from, bytes);
    }

    @TearDown
    public void close() {
        flow.close();
    }

    @Benchmark
    public FlowResult convert() {
        return flow.process(message);
    }
}
