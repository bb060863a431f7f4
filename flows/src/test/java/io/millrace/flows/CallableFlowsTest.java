package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.CallStatus;
import io.millrace.engine.runtime.Outcome;
import io.millrace.flows.broker.FlowStatistics;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

@Timeout(300)
class CallableFlowsTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    private final Broker broker = Broker.builder().memory().start();

    @AfterEach
    void stop() {
        broker.close();
    }

    /** A callable flow that prices an order; an order without a quantity fails. */
    private static final String PRICES =
            """
            flow: prices
            nodes:
              in:    {type: CallableFlowInput, endpoint: price, domain: JSON}
              price: {type: Compute, module: Price, computeMode: destinationAndMessage}
              audit: {type: MQOutput, queue: PRICED, transactionMode: yes}
              reply: {type: CallableFlowReply}
            connections:
              in.out: price
              price.out: [audit, reply]
            """;

    private static final String PRICE =
            """
            CREATE COMPUTE MODULE Price
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.JSON.Data.total = InputRoot.JSON.Data.quantity * 5;
                SET OutputLocalEnvironment = InputLocalEnvironment;
                SET OutputLocalEnvironment.Variables.price = 5;
                IF InputRoot.JSON.Data.quantity < 0 THEN
                  THROW USER EXCEPTION MESSAGE 3001 VALUES ('negative');
                END IF;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String ORDERS =
            """
            flow: orders
            nodes:
              in:     {type: MQInput, queue: ORDERS, domain: JSON, backoutQueue: BAD}
              first:  {type: Compute, module: First, computeMode: destinationAndMessage}
              call:   {type: CallableFlowInvoke, application: prices, endpoint: price}
              second: {type: Compute, module: Second}
              out:    {type: MQReply}
            connections:
              in.out: first
              first.out: call
              call.out: second
              second.out: out
            """;

    private static final String ORDERS_ESQL =
            """
            CREATE COMPUTE MODULE First
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputLocalEnvironment.Variables.customer = 'R100';
                SET Environment.note = 'kept';
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Second
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.JSON.Data.customer = InputLocalEnvironment.Variables.customer;
                SET OutputRoot.JSON.Data.price = InputLocalEnvironment.Variables.price;
                SET OutputRoot.JSON.Data.note = Environment.note;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static Application prices() {
        return Application.of("prices", Map.of("prices.flow.yaml", PRICES, "price.esql", PRICE));
    }

    private static Application orders() {
        return Application.of(
                "orders", Map.of("orders.flow.yaml", ORDERS, "orders.esql", ORDERS_ESQL));
    }

    private void order(String json) {
        broker.createQueue(QueueDefinition.named("ANSWERS"));
        Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(Mqmd.CCSID_UTF8);
        broker.put("ORDERS", new QueueMessage(descriptor.replyToQ("ANSWERS"), Bytes.utf8(json)));
    }

    private String text(String queue) {
        return broker.get(queue, LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    void aCallPassesTheBodyAndTheLocalEnvironmentAndKeepsHeadersAndEnvironment() {
        broker.deploy(prices());
        broker.deploy(orders());
        order("{\"quantity\": 3}");
        assertThat(text("ANSWERS"))
                .isEqualTo(
                        "{\"quantity\":3,\"total\":15,\"customer\":\"R100\",\"price\":5,"
                                + "\"note\":\"kept\"}");
        assertThat(text("PRICED")).isEqualTo("{\"quantity\":3,\"total\":15}");
    }

    @Test
    void anErrorOfTheCalledFlowFailsTheCallAndUndoesOnlyItsOwnUnit() {
        broker.deploy(prices());
        broker.deploy(orders());
        order("{\"quantity\": -1}");
        QueueMessage failed = broker.get("BAD", LONG).orElseThrow();
        assertThat(failed.failure().node()).isEqualTo("orders.call");
        assertThat(failed.failure().text()).contains("negative");
        assertThat(broker.browse("PRICED", 1)).isEmpty();
    }

    @Test
    void messagesWaitUntilTheCalledFlowIsDeployed() {
        broker.deploy(orders());
        order("{\"quantity\": 3}");
        broker.deploy(prices());
        assertThat(text("ANSWERS")).contains("\"total\":15");
        assertThat(broker.browse("BAD", 1)).isEmpty();
    }

    @Test
    void statisticsShowTheCallsOfAFlow() {
        broker.deploy(prices());
        broker.deploy(orders());
        order("{\"quantity\": 3}");
        text("ANSWERS");
        assertThat(broker.awaitIdle(LONG)).isTrue();
        FlowStatistics prices = broker.statistics().getFirst();
        assertThat(prices.messages()).isOne();
        assertThat(prices.calls()).containsExactly(new CallStatus("in", 0, 0, 100, 0, "", true));
    }

    @Test
    void callsContinueWhileTheCalledFlowIsReplaced() {
        broker.deploy(prices());
        broker.deploy(orders());
        for (int i = 0; i < 200; i++) {
            order("{\"quantity\": " + i + "}");
        }
        for (int version = 0; version < 20; version++) {
            broker.deploy(prices());
        }
        for (int i = 0; i < 200; i++) {
            assertThat(text("ANSWERS")).contains("\"total\":" + 5 * i + ",");
        }
        assertThat(broker.browse("BAD", 1)).isEmpty();
    }

    @Test
    void anotherFlowOfTheApplicationCanTakeOverAnEndpoint() {
        broker.deploy(prices());
        broker.deploy(orders());
        String renamed = PRICES.replace("flow: prices", "flow: renamed");
        broker.deploy(
                Application.of(
                        "prices", Map.of("renamed.flow.yaml", renamed, "price.esql", PRICE)));
        order("{\"quantity\": 3}");
        assertThat(text("ANSWERS")).contains("\"total\":15");
    }

    @Test
    void aFlowWithoutABrokerRepliesInTheThreadOfTheCaller() {
        try (Flow flow = Flow.of(prices(), "")) {
            FlowResult result = flow.process("{\"quantity\": 3}");
            assertThat(result.outputs())
                    .extracting(FlowResult.Output::queue)
                    .containsExactly(FlowResult.REPLY, "PRICED");
            assertThat(result.outputs(FlowResult.REPLY).getFirst().text())
                    .isEqualTo("{\"quantity\":3,\"total\":15}");
            FlowResult failed = flow.process("{\"quantity\": -1}");
            assertThat(failed.ended()).isEqualTo(Outcome.Result.RETURNED);
            assertThat(failed.outputs()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"XMLNSC, <a b=`1`><c>text</c></a>", "XMLNS, <a/>", "BLOB, text", "JSON, [1]"})
    void aCallPassesBodiesOfAllDomains(String domain, String body) {
        String echo =
                """
                flow: echo
                nodes:
                  in:    {type: CallableFlowInput, endpoint: echo}
                  reply: {type: CallableFlowReply}
                connections:
                  in.out: reply
                """;
        String caller =
                """
                flow: caller
                nodes:
                  in:   {type: MQInput, queue: IN, domain: %s}
                  call: {type: CallableFlowInvoke, endpoint: echo}
                  out:  {type: MQOutput, queue: OUT}
                connections:
                  in.out: call
                  call.out: out
                """
                        .formatted(domain);
        Application application =
                Application.of("app", Map.of("echo.flow.yaml", echo, "caller.flow.yaml", caller));
        try (Flow flow = Flow.of(application, "caller")) {
            FlowResult result = flow.process(body.replace('`', '"'));
            assertThat(result.exceptions()).isEmpty();
            assertThat(result.outputs("OUT").getFirst().text().replace('"', '`')).isEqualTo(body);
        }
    }

    /** A flow that calls itself until a number is 0. */
    private static final String COUNTDOWN =
            """
            flow: countdown
            nodes:
              in:    {type: CallableFlowInput, endpoint: countdown, domain: JSON}
              next:  {type: Compute, module: Next}
              more:  {type: Filter, expression: "Body.Data.n >= 0"}
              call:  {type: CallableFlowInvoke, endpoint: countdown}
              reply: {type: CallableFlowReply}
            connections:
              in.out: next
              next.out: more
              more.true: call
              call.out: reply
              more.false: reply
            """;

    private static final String NEXT =
            """
            CREATE COMPUTE MODULE Next
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.JSON.Data.n = InputRoot.JSON.Data.n - 1;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @Test
    void aFlowWithoutABrokerCallsTheFlowsOfItsApplication() {
        Application application =
                Application.of(
                        "counts", Map.of("countdown.flow.yaml", COUNTDOWN, "next.esql", NEXT));
        try (Flow flow = Flow.of(application, "")) {
            FlowResult result = flow.process("{\"n\": 3}");
            assertThat(result.exceptions()).isEmpty();
            assertThat(result.outputs(FlowResult.REPLY).getFirst().text()).isEqualTo("{\"n\":-1}");
        }
    }

    @Test
    void aFlowThatEndsWithoutAReplyFailsItsCaller() {
        String silent =
                """
                flow: silent
                nodes:
                  in:    {type: CallableFlowInput, endpoint: silent, domain: JSON}
                  none:  {type: Passthrough}
                  reply: {type: CallableFlowReply}
                connections:
                  in.out: none
                  in.catch: reply
                """;
        String caller =
                """
                flow: caller
                nodes:
                  in:   {type: MQInput, queue: IN}
                  call: {type: CallableFlowInvoke, endpoint: silent}
                connections:
                  in.out: call
                """;
        Application application =
                Application.of(
                        "app", Map.of("silent.flow.yaml", silent, "caller.flow.yaml", caller));
        try (Flow flow = Flow.of(application, "caller")) {
            MillraceException error = flow.process("text").exceptions().getFirst();
            assertThat(error.root().code()).isEqualTo(ErrorCode.NO_REPLY);
            assertThat(error.root()).hasMessageContaining("app/silent ended without a reply");
        }
    }

    private static List<String> problems(Map<String, String> files) {
        try {
            Application.of("app", files);
            return List.of();
        } catch (ProblemsException e) {
            return e.problems().stream().map(Problem::text).toList();
        }
    }

    @Test
    void aCheckReportsAnUnknownEndpointOfTheSameApplication() {
        String caller =
                """
                flow: caller
                nodes:
                  in:   {type: MQInput, queue: IN}
                  call: {type: CallableFlowInvoke, endpoint: prize}
                connections:
                  in.out: call
                """;
        assertThat(
                        problems(
                                Map.of(
                                        "caller.flow.yaml",
                                        caller,
                                        "prices.flow.yaml",
                                        PRICES,
                                        "price.esql",
                                        PRICE)))
                .containsExactly("no flow of the application has the endpoint prize");
    }

    @Test
    void aCheckReportsTwoFlowsWithOneEndpointAndAReplyWithoutACaller() {
        String other =
                """
                flow: other
                nodes:
                  in:    {type: CallableFlowInput, endpoint: price}
                  queue: {type: MQInput, queue: IN}
                  none:  {type: Passthrough}
                connections:
                  in.out: none
                  queue.out: none
                """;
        String reply =
                """
                flow: reply
                nodes:
                  in:    {type: MQInput, queue: IN}
                  reply: {type: CallableFlowReply}
                connections:
                  in.out: reply
                """;
        assertThat(
                        problems(
                                Map.of(
                                        "other.flow.yaml",
                                        other,
                                        "prices.flow.yaml",
                                        PRICES,
                                        "price.esql",
                                        PRICE,
                                        "reply.flow.yaml",
                                        reply)))
                .anySatisfy(p -> assertThat(p).startsWith("the endpoint price is also used in"))
                .anySatisfy(
                        p ->
                                assertThat(p)
                                        .isEqualTo(
                                                "the flow has no caller to which the node reply"
                                                        + " can reply"));
    }

    @Test
    void aStoppedBrokerDoesNotBackOutMessagesWhoseCallsWereRefused() {
        broker.deploy(prices());
        broker.deploy(orders());
        for (int i = 0; i < 100; i++) {
            order("{\"quantity\": " + i + "}");
        }
        broker.undeploy("prices");
        broker.undeploy("orders");
        assertThat(broker.browse("BAD", 1)).isEmpty();
        broker.deploy(orders());
        broker.deploy(prices());
        for (int i = 0; i < 100; i++) {
            assertThat(text("ANSWERS")).contains("\"total\":" + 5 * i + ",");
        }
    }
}
