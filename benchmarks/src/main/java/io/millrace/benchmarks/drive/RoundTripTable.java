package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.Work;
import io.millrace.engine.queue.QueueStoreSettings;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A scenario over the embedded store as the report counts it: 15 clients, each puts a request and
 * then gets any reply.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Threads(15)
@Warmup(iterations = 10, time = 2)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 2)
public class RoundTripTable {

    /** Row, like that of {@link EngineTable}. */
    @Param("mqinput-mqoutput 1024")
    private String row;

    private Work work;
    private Scenario scenario;
    private Place place;
    private Contender flow;
    private CoreApi.Drain drain;

    @Setup
    public void open() throws Exception {
        work = EngineTable.work(row);
        scenario = Scenario.of(work.scenarioId());
        place =
                new Place(
                        Path.of(System.getProperty("java.io.tmpdir")),
                        scenario.database() ? Place.DatabaseKind.H2 : null,
                        QueueStoreSettings.Journal.DEFAULT);
        place.broker().deploy(scenario.application(place.database()));
        flow = Maker.MILLRACE.make(place, scenario, work.persistent());
        drain = place.api().drain(flow.drained());
        try (Client first = client()) {
            scenario.check(work.sizeBytes(), BareLoop.body(first.roundTrip()));
        }
    }

    private Client client() throws Exception {
        return new Client(place.api(), flow, scenario.request(work.sizeBytes()), work.persistent());
    }

    @TearDown
    public void close() {
        drain.close();
        place.close();
    }

    /** The client of a thread. */
    @State(Scope.Thread)
    public static class Driver {

        private Client client;

        @Setup
        public void open(RoundTripTable table) throws Exception {
            client = table.client();
        }

        @TearDown
        public void close() {
            client.close();
        }
    }

    @Benchmark
    public Object roundTrip(Driver driver) throws Exception {
        return driver.client.roundTrip();
    }
}
