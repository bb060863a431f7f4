package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.drive.Contender;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.scenario.Request;
import io.millrace.flows.Application;

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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Two small flows with a queue between them, over the embedded store: beside {@link
 * Table71PassThrough}, which is one flow.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class QueueBetween {

    private static final String FLOW =
            """
            flow: %s
            nodes:
              in:  {type: MQInput, queue: %s, transactionMode: automatic}
              out: {type: MQOutput, queue: %s}
            connections:
              in.out: out
            """;

    @Param("flows-with-queue-between")
    private String scenario;

    @Param({"1024", "1024 persistent"})
    private String message;

    private RoundTrips trips;

    /** The first flow's queue in, the second one's out. */
    private record Ends(String input, String output) implements Contender {
        @Override
        public String who() {
            return "two flows";
        }

        @Override
        public void close() {
            // They stay deployed.
        }
    }

    @Setup
    public void open() {
        trips = trips(Row.of(scenario, message));
    }

    static RoundTrips trips(Row row) {
        Place place = RoundTrips.place(null);
        Map<String, String> files =
                Map.of(
                        "first.flow.yaml",
                        FLOW.formatted("first", "BETWEEN.IN", "BETWEEN"),
                        "second.flow.yaml",
                        FLOW.formatted("second", "BETWEEN", "BETWEEN.OUT"));
        place.broker().deploy(Application.of("between", files));
        byte[] body = new byte[row.bytes()];
        return new RoundTrips(
                place,
                new Ends("BETWEEN.IN", "BETWEEN.OUT"),
                new Request(Request.NONE, body, 0),
                row.persistent(),
                reply -> {
                    if (reply.length != body.length) {
                        throw new IllegalStateException("a reply of " + reply.length + " bytes");
                    }
                });
    }

    @TearDown
    public void close() {
        trips.close();
    }

    @Benchmark
    @Threads(15)
    public Object roundTrip() {
        return trips.trip();
    }
}
