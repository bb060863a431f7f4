package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A scenario run by the engine alone: a flow in the caller's thread, with queues in memory. */
public class EngineTable extends EngineBenchmark {

    private static final Database H2 =
            new Database("h2", "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa");

    /**
     * {@code SCENARIO BYTES}, followed by {@code persistent} for persistent messages. {@code bench
     * jmh} sets all values.
     */
    @Param("mqinput-mqoutput 1024")
    String row;

    private Flow flow;
    private QueueMessage message;

    /** Returns the value of the parameter for a piece of work. */
    public static String row(Work work) {
        return work.scenarioId()
                + " "
                + work.sizeBytes()
                + (work.persistent() ? " persistent" : "");
    }

    /** Returns the piece of work of a value. */
    public static Work work(String row) {
        return Scenario.of(row.split(" ")[0]).works().stream()
                .filter(work -> row(work).equals(row))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown row " + row));
    }

    @Setup
    public void open() {
        Work work = work(row);
        Scenario scenario = Scenario.of(work.scenarioId());
        if (scenario.database()) {
            H2.prepare();
        }
        flow = Flow.of(scenario.application(H2), "");
        message = scenario.request(work.sizeBytes()).message(work.persistent());
        FlowResult first = flow.process(message);
        if (!first.exceptions().isEmpty()) {
            throw new IllegalStateException(row, first.exceptions().getFirst());
        }
        if (first.outputs().isEmpty()) {
            throw new IllegalStateException(row + " puts no message");
        }
        first.outputs().forEach(r -> scenario.check(work.sizeBytes(), r.bytes().toArray()));
    }

    @TearDown
    public void close() {
        flow.close();
    }

    @Benchmark
    public Object engineAlone() {
        return flow.process(message);
    }
}
