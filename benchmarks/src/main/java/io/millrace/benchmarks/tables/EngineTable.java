package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Database;
import io.millrace.benchmarks.scenario.Request;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A scenario by the engine alone: a flow in the caller's thread, its queues in memory. */
public class EngineTable extends EngineBenchmark {

    private static final Database H2 =
            new Database("h2", "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa");

    /** {@code SCENARIO BYTES}, followed by {@code persistent}; {@code bench jmh} sets them all. */
    @Param("mqinput-mqoutput 1024")
    private String row;

    private Flow flow;
    private QueueMessage message;

    @Setup
    public void open() {
        Work work = Rows.work(row);
        Scenario scenario = Scenarios.of(work.scenarioId());
        if (scenario.database()) {
            H2.prepare();
        }
        flow = Flow.of(scenario.application(scenario.database() ? H2 : Database.NONE), "");
        Request request = scenario.request(work.sizeBytes());
        message =
                new QueueMessage(
                        new Mqmd()
                                .format(request.format())
                                .encoding(Request.ENCODING)
                                .codedCharSetId(Request.CCSID)
                                .persistence(
                                        work.persistent()
                                                ? Mqmd.PERSISTENCE_YES
                                                : Mqmd.PERSISTENCE_NO),
                        Bytes.of(request.bytes()));
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
