package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

import java.util.concurrent.TimeUnit;

/**
 * A table of the report. {@link #roundTrip} is what the report counts, over the embedded store: 15
 * clients, each puts a request and then gets any reply. {@link #engineAlone} is the same flow in
 * one thread with queues in memory. A flow of the broker has as many instances as the row says.
 *
 * <p>Three forks, because a virtual machine may compile a flow well or badly for its whole life;
 * five iterations of two seconds each to warm up and to measure, since a round trip takes
 * microseconds to milliseconds. Both are JMH's options on the command line too.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class Table {

    static final String ROUND_TRIP = "roundTrip";

    private RoundTrips trips;
    private EngineAlone engine;

    /** The row that this trial measures. */
    abstract Row row();

    @Setup
    public void open(BenchmarkParams benchmark) {
        Row row = row();
        Scenario scenario = Scenarios.of(row.scenario());
        if (benchmark.getBenchmark().endsWith("." + ROUND_TRIP)) {
            trips = RoundTrips.of(scenario, row);
        } else {
            engine = engine(scenario, row);
        }
    }

    /** The work of a row by the engine alone, looked at once. */
    static EngineAlone engine(Scenario scenario, Row row) {
        return new EngineAlone(
                scenario.application(InMemory.database(scenario)),
                scenario.request(row.bytes()),
                row.persistent(),
                reply -> scenario.check(row.bytes(), reply));
    }

    @TearDown
    public void close() {
        if (trips != null) {
            trips.close();
        }
        if (engine != null) {
            engine.close();
        }
    }

    @Benchmark
    @Threads(15)
    public Object roundTrip() {
        return trips.trip();
    }

    @Benchmark
    @Threads(1)
    public Object engineAlone() {
        return engine.process();
    }
}
