package io.millrace.benchmarks;

import io.millrace.benchmarks.drive.BareLoop;
import io.millrace.benchmarks.drive.CoreApi;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Round trips through the embedded broker as IBM's WMQI report counts them: 15 clients, each puts a
 * request and then gets any reply. Between the two queues is either a flow MQInput to MQOutput, or
 * a bare loop over Artemis' core API in the same broker; one instance or thread each.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Threads(15)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class RoundTripBenchmark {

    private static final String FLOW =
            """
            flow: pass
            nodes:
              in:  {type: MQInput, queue: FLOW.IN}
              out: {type: MQOutput, queue: FLOW.OUT}
            connections:
              in.out: out
            """;

    @Param({"bare", "flow"})
    private String between;

    @Param({"false", "true"})
    private boolean persistent;

    @Param("1024")
    private int size;

    private Path home;
    private Broker broker;
    private CoreApi api;
    private BareLoop loop;
    private byte[] body;

    @Setup
    public void open() throws Exception {
        home = Files.createTempDirectory("millrace-benchmark");
        broker = Broker.builder().home(home).start();
        for (String queue : new String[] {"BARE.IN", "BARE.OUT", "FLOW.IN", "FLOW.OUT"}) {
            broker.createQueue(QueueDefinition.named(queue));
        }
        api = CoreApi.of(home);
        if (between.equals("bare")) {
            loop = BareLoop.queueToQueue(api, "BARE.IN", "BARE.OUT", 1, true);
        } else {
            broker.deploy(Application.of("pass", Map.of("pass.flow.yaml", FLOW)));
        }
        body = new byte[size];
    }

    @TearDown
    public void close() throws Exception {
        if (loop != null) {
            loop.close();
        }
        api.close();
        broker.close();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A driving client. */
    @State(Scope.Thread)
    public static class Client {
        private ClientSession session;
        private ClientProducer producer;
        private ClientConsumer consumer;

        @Setup
        public void open(RoundTripBenchmark benchmark) throws Exception {
            String queues = benchmark.between.equals("bare") ? "BARE" : "FLOW";
            session = benchmark.api.session(false);
            producer = session.createProducer(queues + ".IN");
            // Without a window: a reply that one client holds ahead of time would be missed by
            // another.
            consumer = session.createConsumer(queues + ".OUT", null, 0, -1, false);
        }

        @TearDown
        public void close() throws Exception {
            CoreApi.close(session);
        }
    }

    @Benchmark
    public ClientMessage roundTrip(Client client) throws Exception {
        ClientMessage request = client.session.createMessage(persistent);
        request.setRoutingType(RoutingType.ANYCAST);
        request.getBodyBuffer().writeBytes(body);
        client.producer.send(request);
        ClientMessage reply = client.consumer.receive(30_000);
        if (reply == null) {
            throw new IllegalStateException("no reply came within 30 seconds");
        }
        reply.acknowledge();
        return reply;
    }
}
