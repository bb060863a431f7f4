package io.millrace.benchmarks;

import io.millrace.engine.message.Value;

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

/**
 * Scalar work of ESQL in a loop of 10,000 turns, beside the same written in Java by hand: with the
 * same meaning, so that integers do not overflow unnoticed and decimals have 34 digits.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ScalarBenchmark {

    @Param private ScalarWork work;

    private EsqlText program;

    @Setup
    public void compile() {
        program = work.esql();
        String made = program.run().text();
        String wanted = work.java().toString();
        if (!made.equals(wanted)) {
            throw new IllegalStateException(work + ": ESQL gives " + made + ", Java " + wanted);
        }
    }

    @Benchmark
    public Value esql() {
        return program.run();
    }

    @Benchmark
    public Object java() {
        return work.java();
    }
}
