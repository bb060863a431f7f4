package io.millrace.benchmarks.tables;

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
 * What the report says in words and has no row for, by the engine alone: a Compute node that
 * changes nothing; RouteToLabel in both modes beside as many Filters; a Filter on a field at the
 * start, in the middle and at the end of the message.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BeyondTheTables {

    @Param({
        "compute-unchanged",
        "compute-one-field",
        "route-to-label-1-first",
        "route-to-label-1-last",
        "route-to-label-10-first",
        "route-to-label-10-last",
        "route-to-label-100-first",
        "route-to-label-100-last",
        "filters-1",
        "filters-10",
        "filters-100",
        "filter-field-at-start",
        "filter-field-in-middle",
        "filter-field-at-end"
    })
    private String scenario;

    @Param({"1024", "65536"})
    private String message;

    private EngineAlone engine;

    @Setup
    public void open() {
        engine = WordsOnly.engine(Row.of(scenario, message));
    }

    @TearDown
    public void close() {
        engine.close();
    }

    @Benchmark
    public Object engineAlone() {
        return engine.process();
    }
}
