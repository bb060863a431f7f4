package example;

import io.millrace.flows.Broker;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Embeds Millrace without Artemis: a single message through a flow, and a broker whose queues are
 * in memory.
 */
public final class InMemory {

    public static void main(String[] args) throws Exception {
        Path orders = Path.of(args[0]);
        byte[] order = Files.readAllBytes(orders.resolve("messages/order-01.xml"));

        // A flow as a function: bytes in, outputs out, in this thread.
        try (Flow flow = Flow.load(orders, "orders")) {
            FlowResult result = flow.process(order);
            System.out.println("path: " + result.path());
            result.outputs().forEach(o -> System.out.println("output: " + o));
        }

        // A broker with threads and queues, all in memory.
        try (Broker broker = Broker.builder().memory().start()) {
            broker.deploy(orders);
            broker.put("ORDERS.IN", order);
            String done =
                    broker.get("ORDERS.DONE", Duration.ofSeconds(10))
                            .map(m -> m.body().length() + " bytes")
                            .orElse("nothing");
            System.out.println("on ORDERS.DONE: " + done);
        }
    }
}
