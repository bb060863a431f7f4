package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.commons.math3.stat.StatUtils;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A benchmark of inputs and outputs other than queues. It compares FileInput with MQInput
 * (persistent 1 KB messages, 100 in a unit), and Camel nodes with direct use of a component that
 * does nothing. The measurements alternate.
 */
final class Inputs {

    private static final int RECORD = 1_024;
    private static final int UNIT = 100;

    private static final String MOVE =
            """
            flow: move
            commitCount: 100
            nodes:
              in:  {%s}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: out
            """;

    private static final String SEND =
            """
            flow: send
            batching: off
            nodes:
              in:  {type: MQInput, queue: IN}
              out: {%s}
            connections:
              in.out: out
            """;

    private static final String RECEIVE =
            """
            flow: receive
            nodes:
              in:  {type: CamelInput, uri: "benchmark:x"}
              out: {type: Passthrough}
            connections:
              in.out: out
            """;

    /** Rates, and for Camel the allocated bytes of a message, of the rounds of a contender. */
    private record Rounds(List<Double> rates, List<Double> bytes) {
        Rounds() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        private void add(double nanos, double allocated, int count) {
            rates.add(count * 1e9 / nanos);
            bytes.add(allocated);
        }

        private double micros() {
            return 1e6 / median(rates);
        }
    }

    private final Path folder;
    private final int rounds;
    private final int count;
    private final Consumer<String> progress;

    /**
     * @param folder empty folder for queues and files
     * @param rounds number of measured rounds; one more is a warm-up
     * @param count number of messages of a round
     */
    Inputs(Path folder, int rounds, int count, Consumer<String> progress) {
        this.folder = folder;
        this.rounds = rounds;
        this.count = count;
        this.progress = progress;
    }

    List<ResultRow> measure() throws Exception {
        Rounds file = new Rounds();
        Rounds queue = new Rounds();
        Rounds camelOut = new Rounds();
        Rounds without = new Rounds();
        Rounds bareOut = new Rounds();
        Rounds camelIn = new Rounds();
        Rounds bareIn = new Rounds();
        for (int i = 0; i <= rounds; i++) {
            boolean isMeasured = i > 0;
            progress.accept(isMeasured ? "round " + i + " of " + rounds : "warming up ...");
            move(i + "-queue", "type: MQInput, queue: IN", isMeasured ? queue : new Rounds());
            move(i + "-file", fileInput(i), isMeasured ? file : new Rounds());
            send("type: CamelOutput, uri: 'benchmark:x'", isMeasured ? camelOut : new Rounds());
            send("type: Passthrough", isMeasured ? without : new Rounds());
            bareOutput(isMeasured ? bareOut : new Rounds());
            receive(isMeasured ? camelIn : new Rounds());
            bareInput(isMeasured ? bareIn : new Rounds());
        }
        List<ResultRow> rows = new ArrayList<>();
        rows.add(
                row("file-input", "millrace", true, file)
                        .with(
                                Map.of(
                                        ResultRow.RATIO,
                                        median(queue.rates()) / median(file.rates()))));
        rows.add(row("file-input", "queue to queue", true, queue));
        rows.add(
                row("camel-output", "millrace", false, camelOut)
                        .with(above(camelOut, without, bareOut)));
        rows.add(row("camel-output", "without the node", false, without));
        rows.add(row("camel-output", "bare component", false, bareOut));
        rows.add(row("camel-input", "millrace", false, camelIn).with(above(camelIn, null, bareIn)));
        rows.add(row("camel-input", "bare component", false, bareIn));
        return rows;
    }

    /**
     * Returns the additional time and memory of a message in comparison with the bare component.
     */
    private static Map<String, Double> above(Rounds node, Rounds flow, Rounds bare) {
        double micros = node.micros() - bare.micros() - (flow == null ? 0 : flow.micros());
        double bytes =
                median(node.bytes())
                        - median(bare.bytes())
                        - (flow == null ? 0 : median(flow.bytes()));
        return Map.of("microsAboveBare", micros, "bytesAboveBare", bytes);
    }

    private ResultRow row(String what, String who, boolean isPersistent, Rounds measured) {
        Work work = new Work(what, "", "", isPersistent, RECORD);
        return ResultRow.alone(work, who, 1, measured.rates(), median(measured.bytes()));
    }

    private static double median(List<Double> values) {
        return StatUtils.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }

    private String fileInput(int round) throws IOException {
        Path input = Files.createDirectories(folder.resolve(round + "-input"));
        byte[] record = new byte[RECORD + 1];
        Arrays.fill(record, (byte) 'x');
        record[RECORD] = '\n';
        try (OutputStream out =
                new BufferedOutputStream(
                        Files.newOutputStream(input.resolve("records")), 1 << 20)) {
            for (int i = 0; i < count; i++) {
                out.write(record);
            }
        }
        return """
        type: FileInput, inputDirectory: '%s', recordDetection: delimited, minimumAge: 0, \
        processedFileAction: delete\
        """
                .formatted(input);
    }

    /** Measures a flow that finds all messages, on an embedded broker. */
    private void move(String name, String input, Rounds to) {
        try (Broker broker = Broker.builder().home(folder.resolve(name)).start()) {
            fill(broker, true);
            Meter meter = new Meter();
            meter.begin();
            long begin = System.nanoTime();
            broker.deploy(Application.of("move", Map.of("move.flow.yaml", MOVE.formatted(input))));
            while (broker.store().depth("OUT") < count) {
                LockSupport.parkNanos(100_000);
            }
            long nanos = System.nanoTime() - begin;
            meter.end();
            to.add(nanos, meter.perMessage(count).allocatedBytesPerMessage(), count);
        }
    }

    private void fill(Broker broker, boolean isPersistent) {
        broker.createQueue(QueueDefinition.named("IN"));
        broker.createQueue(QueueDefinition.named("OUT"));
        Mqmd descriptor =
                new Mqmd().persistence(isPersistent ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO);
        QueueMessage message = new QueueMessage(descriptor, Bytes.of(new byte[RECORD]));
        try (QueueSession session = broker.store().session()) {
            for (int i = 0; i < count; i++) {
                session.put("IN", message, true);
                if (i % UNIT == UNIT - 1) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    private void send(String node, Rounds to) {
        try (Broker broker = Broker.builder().memory().start()) {
            fill(broker, false);
            Meter meter = new Meter();
            meter.begin();
            long begin = System.nanoTime();
            broker.deploy(Application.of("send", Map.of("send.flow.yaml", SEND.formatted(node))));
            while (broker.store().depth("IN") > 0) {
                LockSupport.parkNanos(100_000);
            }
            long nanos = System.nanoTime() - begin;
            meter.end();
            to.add(nanos, meter.perMessage(count).allocatedBytesPerMessage(), count);
        }
    }

    private void bareOutput(Rounds to) throws Exception {
        CamelContext camel = new DefaultCamelContext();
        try {
            camel.start();
            Producer producer = camel.getEndpoint("benchmark:x").createProducer();
            producer.start();
            byte[] body = new byte[RECORD];
            Meter meter = new Meter();
            meter.begin();
            long begin = System.nanoTime();
            for (int i = 0; i < count; i++) {
                Exchange exchange = producer.getEndpoint().createExchange();
                exchange.getMessage().setBody(body);
                producer.process(exchange);
            }
            long nanos = System.nanoTime() - begin;
            meter.end();
            to.add(nanos, meter.perMessage(count).allocatedBytesPerMessage(), count);
        } finally {
            camel.stop();
        }
    }

    private CountingComponent.Delivery delivery(Meter meter) {
        CountingComponent.Delivery delivery =
                new CountingComponent.Delivery(new byte[RECORD], count, meter::begin);
        CountingComponent.delivery = delivery;
        return delivery;
    }

    private void receive(Rounds to) throws InterruptedException {
        Meter meter = new Meter();
        CountingComponent.Delivery delivery = delivery(meter);
        try (Broker broker = Broker.builder().memory().start()) {
            broker.deploy(Application.of("receive", Map.of("receive.flow.yaml", RECEIVE)));
            delivery.done.await();
            meter.end();
        }
        to.add(delivery.nanos, meter.perMessage(count).allocatedBytesPerMessage(), count);
    }

    private void bareInput(Rounds to) throws Exception {
        Meter meter = new Meter();
        CountingComponent.Delivery delivery = delivery(meter);
        CamelContext camel = new DefaultCamelContext();
        try {
            camel.addRoutes(
                    new RouteBuilder() {
                        @Override
                        public void configure() {
                            from("benchmark:x")
                                    .errorHandler(noErrorHandler())
                                    .process(exchange -> CountingComponent.SENT.incrementAndGet());
                        }
                    });
            camel.start();
            delivery.done.await();
            meter.end();
        } finally {
            camel.stop();
        }
        to.add(delivery.nanos, meter.perMessage(count).allocatedBytesPerMessage(), count);
    }
}
