package example;

import io.millrace.flows.Broker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Embeds Millrace with Artemis: messages stay on disk until a flow has processed them, even after a
 * restart.
 */
public final class WithArtemis {

    public static void main(String[] args) throws Exception {
        Path orders = Path.of(args[0]);
        byte[] order = Files.readAllBytes(orders.resolve("messages/order-01.xml"));
        Path home = Files.createTempDirectory("millrace-embedded");

        try (Broker broker = Broker.builder().home(home).start()) {
            broker.deploy(orders);
            broker.undeploy("orders");
            broker.put("ORDERS.IN", order);
        }

        // Another process could be here.
        try (Broker broker = Broker.builder().home(home).start()) {
            broker.deploy(orders);
            String done =
                    broker.get("ORDERS.DONE", Duration.ofSeconds(10))
                            .map(m -> m.body().length() + " bytes")
                            .orElse("nothing");
            System.out.println("on ORDERS.DONE: " + done);
        }
    }
}
