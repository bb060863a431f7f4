package io.millrace.benchmarks.record;

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

/** The conversions of {@link ConversionBenchmark} by a {@link ConversionPeer}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ConversionPeerBenchmark {

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format from;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format to;

    @Param({"4096", "16384", "65536"})
    private int bytes;

    private byte[] message;
    private ConversionPeer conversion;

    @Setup
    public void open() throws Exception {
        message = from.message(bytes);
        conversion = new ConversionPeer(from, to);
        to.check(conversion.convert(message), from, bytes);
    }

    @Benchmark
    public byte[] convert() throws Exception {
        return conversion.convert(message);
    }
}
