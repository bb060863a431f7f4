package io.millrace.benchmarks.record;

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
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The conversions of IBM's WMQI V2.1 performance report (section 2.7, Table 1): the programs of the
 * sample {@code conversions}, from bytes to bytes, without queues.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ConversionBenchmark {

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format from;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format to;

    @Param({"4096", "16384", "65536"})
    private int bytes;

    private byte[] message;
    private Conversion conversion;

    @Setup
    public void open() throws IOException {
        message = from.message(bytes);
        conversion = new Conversion(from, to);
        to.check(conversion.convert(message).toArray(), from, bytes);
    }

    @Benchmark
    public Bytes convert() {
        return conversion.convert(message);
    }
}
