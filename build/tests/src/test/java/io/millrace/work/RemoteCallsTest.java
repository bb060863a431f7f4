package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.resource.Secret;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/** Calls of flows of a broker by flows of another broker, through the queues of the first. */
@Timeout(300)
class RemoteCallsTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    private static final Application PRICES =
            Application.of(
                    "prices",
                    Map.of(
                            "application.yaml",
                            """
                            name: prices
                            queues:
                              REQUESTS:
                              REPLIES: {index: correlId, maxDepth: 1000}
                            """,
                            "prices.flow.yaml",
                            """
                            flow: prices
                            nodes:
                              in:    {type: CallableFlowInput, endpoint: price, queue: REQUESTS}
                              price: {type: Compute, module: Price}
                              reply: {type: CallableFlowReply}
                            connections:
                              in.out: price
                              price.out: reply
                            """,
                            "price.esql",
                            """
                            CREATE COMPUTE MODULE Price
                              CREATE FUNCTION Main() RETURNS BOOLEAN
                              BEGIN
                                SET OutputRoot = InputRoot;
                                SET OutputRoot.JSON.Data.total = InputRoot.JSON.Data.quantity * 5;
                                RETURN TRUE;
                              END;
                            END MODULE;
                            """));

    private static final Application ORDERS =
            Application.of(
                    "orders",
                    Map.of(
                            "orders.flow.yaml",
                            """
                            flow: orders
                            nodes:
                              in:   {type: MQInput, queue: ORDERS, domain: JSON}
                              call: {type: CallableFlowInvoke, queue: REQUESTS, replyQueue: REPLIES}
                              out:  {type: MQOutput, queue: ANSWERS}
                            connections:
                              in.out: call
                              call.out: out
                            """));

    @TempDir Path home;

    @Test
    void aFlowOfAnotherBrokerIsCalledThroughQueues() throws IOException {
        try (Broker server =
                Broker.builder()
                        .home(home)
                        .acceptor(Acceptor.loopback(Acceptor.Protocol.CORE))
                        .start()) {
            server.deploy(PRICES);
            Properties own = new Properties();
            try (var in = Files.newBufferedReader(home.resolve("credentials.properties"))) {
                own.load(in);
            }
            int port = server.store().listening().getFirst().port();
            try (Broker client =
                    Broker.builder()
                            .url("tcp://127.0.0.1:" + port)
                            .credentials(
                                    own.getProperty("user"), Secret.of(own.getProperty("password")))
                            .start()) {
                client.deploy(ORDERS);
                for (int i = 1; i <= 5; i++) {
                    client.put(
                            "ORDERS",
                            new QueueMessage(
                                    new Mqmd().format("MQSTR"),
                                    Bytes.utf8("{\"quantity\":" + i + "}")));
                    QueueMessage answer = client.get("ANSWERS", LONG).orElseThrow();
                    assertThat(answer.body().text(StandardCharsets.UTF_8))
                            .isEqualTo("{\"quantity\":" + i + ",\"total\":" + 5 * i + "}");
                }
            }
            assertThat(server.store().status("REPLIES").depth()).isZero();
            assertThat(server.store().status("REQUESTS").depth()).isZero();
        }
    }
}
