package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Callable flows that are called through queues. */
@Timeout(300)
class QueuedCallsTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    private static final String PRICES =
            """
            flow: prices
            nodes:
              in:    {type: CallableFlowInput, endpoint: price, queue: PRICE.REQUESTS, queueReaders: 3}
              price: {type: Compute, module: Price}
              reply: {type: CallableFlowReply}
            connections:
              in.out: price
              price.out: reply
            """;

    private static final String PRICE =
            """
            CREATE COMPUTE MODULE Price
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.JSON.Data.total = InputRoot.JSON.Data.quantity * 5;
                IF InputRoot.JSON.Data.quantity < 0 THEN
                  THROW USER EXCEPTION MESSAGE 3001 VALUES ('negative');
                END IF;
                RETURN InputRoot.JSON.Data.quantity > 0;
              END;
            END MODULE;
            """;

    private static final String ORDERS =
            """
            flow: orders
            nodes:
              in:    {type: MQInput, queue: ORDERS, domain: JSON, backoutQueue: BAD}
              call:  {type: CallableFlowInvoke, queue: PRICE.REQUESTS, replyQueue: PRICE.REPLIES, timeout: %s}
              out:   {type: MQOutput, queue: ANSWERS, messageContext: setAll}
              trace: {type: MQOutput, queue: FAILED}
            connections:
              in.out: call
              call.out: out
              call.failure: trace
            """;

    private static final String QUEUES =
            """
            name: orders
            queues:
              ORDERS:
              BAD:
              ANSWERS:
              FAILED:
              PRICE.REQUESTS:
              PRICE.REPLIES: {index: correlId, maxDepth: 1000}
            """;

    private final Broker broker = Broker.builder().memory().start();

    @AfterEach
    void stop() {
        broker.close();
    }

    private void deployPrices() {
        broker.deploy(
                Application.of("prices", Map.of("prices.flow.yaml", PRICES, "price.esql", PRICE)));
    }

    private void deployOrders(int timeout) {
        broker.deploy(
                Application.of(
                        "orders",
                        Map.of(
                                "application.yaml",
                                QUEUES,
                                "orders.flow.yaml",
                                ORDERS.formatted(timeout))));
    }

    private void order(String json) {
        broker.put(
                "ORDERS",
                new QueueMessage(
                        new Mqmd().format("MQSTR").userIdentifier("anna"), Bytes.utf8(json)));
    }

    private QueueMessage get(String queue) {
        return broker.get(queue, LONG).orElseThrow();
    }

    private static String text(QueueMessage message) {
        return message.body().text(StandardCharsets.UTF_8);
    }

    @Test
    void aCallThroughQueuesReturnsTheReplyAndKeepsTheHeaders() {
        deployOrders(120);
        deployPrices();
        for (int i = 1; i <= 20; i++) {
            order("{\"quantity\":" + i + "}");
            QueueMessage answer = get("ANSWERS");
            assertThat(text(answer)).isEqualTo("{\"quantity\":" + i + ",\"total\":" + 5 * i + "}");
            assertThat(answer.descriptor().userIdentifier()).isEqualTo("anna");
        }
        assertThat(broker.store().status("PRICE.REQUESTS").depth()).isZero();
        assertThat(broker.store().status("PRICE.REPLIES").depth()).isZero();
    }

    @Test
    void aRequestWaitsUntilTheCalledFlowRuns() {
        deployOrders(120);
        order("{\"quantity\":1}");
        deployPrices();
        assertThat(text(get("ANSWERS"))).contains("\"total\":5");
    }

    @ParameterizedTest
    @CsvSource({"-1, negative", "0, MR4017: the called flow ended without a reply"})
    void theErrorOfTheCalledFlowIsReturned(int quantity, String error) {
        deployPrices();
        String flow = ORDERS.formatted(120).replace("  call.failure: trace\n", "");
        broker.deploy(
                Application.of(
                        "orders", Map.of("application.yaml", QUEUES, "orders.flow.yaml", flow)));
        order("{\"quantity\":" + quantity + "}");
        QueueMessage failed = get("BAD");
        assertThat(text(failed)).isEqualTo("{\"quantity\":" + quantity + "}");
        assertThat(failed.failure().text())
                .contains("the flow that reads queue PRICE.REQUESTS failed")
                .contains(error);
        order("{\"quantity\":1}");
        assertThat(text(get("ANSWERS"))).contains("\"total\":5");
        assertThat(broker.store().status("PRICE.REQUESTS").depth()).isZero();
    }

    @Test
    void requestsThatNoInstanceCanAcceptStayOnTheQueue() {
        String busy = PRICES.replace("queueReaders: 3", "queueReaders: 8, maxWaiting: 0");
        broker.deploy(
                Application.of("prices", Map.of("prices.flow.yaml", busy, "price.esql", PRICE)));
        String flow = ORDERS.formatted(120).replace("nodes:", "additionalInstances: 7\nnodes:");
        broker.deploy(
                Application.of(
                        "orders", Map.of("application.yaml", QUEUES, "orders.flow.yaml", flow)));
        for (int i = 1; i <= 100; i++) {
            order("{\"quantity\":" + i + "}");
        }
        Set<String> answers = new HashSet<>();
        for (int i = 1; i <= 100; i++) {
            answers.add(text(get("ANSWERS")));
        }
        assertThat(answers).hasSize(100).allMatch(answer -> answer.contains("total"));
        assertThat(broker.store().status("PRICE.REQUESTS").depth()).isZero();
    }

    @Test
    void aCallWithoutAReplyFailsAfterItsTimeoutAndItsRequestExpires() {
        deployOrders(1);
        order("{\"quantity\":1}");
        assertThat(text(get("FAILED"))).isEqualTo("{\"quantity\":1}");
        assertThat(broker.store().browse("PRICE.REQUESTS", 9)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'queue: A'",
        "'replyQueue: A'",
        "'queue: A, replyQueue: B, endpoint: price'",
        "'queue: A, replyQueue: B, application: x'",
        "'application: x'"
    })
    void aCallHasEitherAnEndpointOrQueues(String properties) {
        String flow =
                """
                flow: orders
                nodes:
                  in:   {type: MQInput, queue: ORDERS}
                  call: {type: CallableFlowInvoke, %s}
                connections:
                  in.out: call
                """
                        .formatted(properties);
        assertThatThrownBy(() -> Application.of("orders", Map.of("orders.flow.yaml", flow)))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("must have either endpoint, or queue and replyQueue");
    }
}
