package io.millrace.benchmarks.record;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;

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

/** All values of messages of three sizes: the time of a kilobyte should be the same. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LinearBenchmark {

    @Param private Rows rows;

    @Param({"1024", "102400", "10485760"})
    private int bytes;

    private Parser parser;
    private ParseOptions options;
    private Bytes message;

    @Setup
    public void open() {
        parser = rows.parser();
        options = rows.options();
        message = rows.message(bytes);
    }

    @Benchmark
    public int read() {
        return Rows.values(parser.parse(message, options));
    }
}
