package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.QueueMessage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** CallableFlowAsyncInvoke and CallableFlowAsyncResponse. */
@Timeout(300)
class AsyncCallsTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    private static final String ASK =
            """
            flow: ask
            nodes:
              in:   {type: MQInput, queue: ORDERS, domain: JSON, backoutQueue: BAD}
              note: {type: Compute, module: Note}
              call: {type: CallableFlowAsyncInvoke, uniqueIdentifier: PRICE, endpoint: price}
              sent: {type: MQOutput, queue: SENT}
              ok:   {type: Filter, expression: "Root.JSON.Data.bad IS NULL"}
              fail: {type: Throw, messageText: bad}
            connections:
              in.out: note
              note.out: call
              call.out: [sent, ok]
              ok.false: fail
            """;

    private static final String PRICE =
            """
            flow: price
            nodes:
              in:    {type: CallableFlowInput, endpoint: price, domain: JSON}
              price: {type: Compute, module: Price}
              reply: {type: CallableFlowReply}
            connections:
              in.out: price
              price.out: reply
            """;

    private static final String ANSWER =
            """
            flow: answer
            nodes:
              in:     {type: CallableFlowAsyncResponse, uniqueIdentifier: PRICE, domain: JSON}
              join:   {type: Compute, module: Join}
              out:    {type: MQOutput, queue: PRICED}
              failed: {type: MQOutput, queue: FAILED}
            connections:
              in.out: join
              join.out: out
              in.failure: reason
              reason.out: failed
            """
                    .replace("  failed:", "  reason: {type: Compute, module: Reason}\n  failed:");

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Note
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET Environment.CallableFlow.UserContext.order = InputRoot.JSON.Data.id;
                SET Environment.other = 'not passed';
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Price
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                IF InputRoot.JSON.Data.quantity < 0 THEN
                  THROW USER EXCEPTION MESSAGE 3001 VALUES ('negative');
                END IF;
                SET OutputRoot.JSON.Data.total = InputRoot.JSON.Data.quantity * 5;
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Join
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.JSON.Data.id = Environment.CallableFlow.UserContext.order;
                SET OutputRoot.JSON.Data.other = COALESCE(Environment.other, 'none');
                SET OutputRoot.JSON.Data.correlated =
                    Environment.CallableFlow.CorrelationID IS NOT NULL;
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Reason
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE inner REFERENCE TO InputExceptionList;
                WHILE LASTMOVE(inner) DO
                  SET OutputRoot.JSON.Data.reason = COALESCE(inner.Text, OutputRoot.JSON.Data.reason);
                  MOVE inner LASTCHILD;
                END WHILE;
                SET OutputRoot.JSON.Data.id = Environment.CallableFlow.UserContext.order;
                SET OutputRoot.JSON.Data.quantity = InputRoot.JSON.Data.quantity;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private final Broker broker = Broker.builder().memory().start();

    @AfterEach
    void stop() {
        broker.close();
    }

    private static Application orders(String ask) {
        Map<String, String> files =
                new HashMap<>(
                        Map.of(
                                "ask.flow.yaml", ask,
                                "price.flow.yaml", PRICE,
                                "answer.flow.yaml", ANSWER,
                                "orders.esql", ESQL));
        return Application.of("orders", files);
    }

    private String next(String queue) {
        return broker.get(queue, LONG).map(AsyncCallsTest::text).orElseThrow();
    }

    private static String text(QueueMessage message) {
        return message.body().text(StandardCharsets.UTF_8);
    }

    private static String priced(int id, int total) {
        return "{\"total\":%d,\"id\":%d,\"other\":\"none\",\"correlated\":true}"
                .formatted(total, id);
    }

    @Test
    void theReplyIsReceivedByAnotherFlowWithTheUserContext() {
        broker.deploy(orders(ASK));
        broker.put("ORDERS", "{\"id\":7,\"quantity\":3}");
        assertThat(next("PRICED")).isEqualTo(priced(7, 15));
        assertThat(next("SENT")).isEqualTo("{\"id\":7,\"quantity\":3}");
    }

    @Test
    void anErrorOfTheCalledFlowReachesTheFailureTerminalOfTheResponse() {
        broker.deploy(orders(ASK));
        broker.put("ORDERS", "{\"id\":7,\"quantity\":-1}");
        assertThat(next("FAILED")).contains("negative").endsWith("\"id\":7,\"quantity\":-1}");
        assertThat(next("SENT")).contains("7");
        assertThat(broker.browse("PRICED", 1)).isEmpty();
    }

    @Test
    void aMessageThatIsRolledBackDoesNotCall() {
        broker.deploy(orders(ASK));
        broker.put("ORDERS", "{\"id\":1,\"quantity\":3,\"bad\":true}");
        assertThat(next("BAD")).contains("bad");
        broker.put("ORDERS", "{\"id\":2,\"quantity\":4}");
        assertThat(next("PRICED")).isEqualTo(priced(2, 20));
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(broker.browse("PRICED", 1)).isEmpty();
    }

    @Test
    void allCallsReplyAlthoughFewCanBeOutstanding() {
        broker.deploy(
                orders(ASK.replace("endpoint: price}", "endpoint: price, maxOutstanding: 2}")));
        for (int i = 0; i < 40; i++) {
            broker.put("ORDERS", "{\"id\":%d,\"quantity\":%d}".formatted(i, i));
        }
        TreeSet<String> found = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            found.add(next("PRICED"));
        }
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 40).mapToObj(i -> priced(i, 5 * i)).toList());
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(broker.browse("PRICED", 1)).isEmpty();
        assertThat(broker.browse("BAD", 1)).isEmpty();
    }

    @Test
    void aMessageThatCannotBeParsedIsNoOutstandingCall() {
        String first = "in.out: note\n  note.out: call";
        broker.deploy(
                orders(
                        ASK.replace("endpoint: price}", "endpoint: price, maxOutstanding: 1}")
                                .replace(first, "in.out: call")));
        broker.put("ORDERS", "{damaged");
        assertThat(next("BAD")).isEqualTo("{damaged");
        broker.put("ORDERS", "{\"quantity\":3}");
        assertThat(next("PRICED")).contains("\"total\":15");
    }

    @Test
    void theBrokerIsIdleAfterTheLastReply() {
        broker.deploy(orders(ASK));
        broker.put("ORDERS", "{\"id\":7,\"quantity\":3}");
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(broker.browse("PRICED", 2)).hasSize(1);
    }

    @Test
    void aTestRunsTheCallAndTheResponse() {
        try (Flow flow = Flow.of(orders(ASK), "ask")) {
            FlowResult result = flow.process("{\"id\":7,\"quantity\":3}");
            assertThat(result.outputs()).hasSize(2);
            assertThat(
                            result.outputs().stream()
                                    .filter(o -> o.queue().equals("PRICED"))
                                    .map(o -> text(o.message())))
                    .containsExactly(priced(7, 15));
        }
        try (Flow flow = Flow.of(orders(ASK), "answer")) {
            FlowResult result = flow.process("{\"total\":1}");
            assertThat(text(result.outputs().getFirst().message())).startsWith("{\"total\":1,");
        }
    }

    @Test
    void theCheckFindsACallWithoutAResponse() {
        assertThatThrownBy(
                        () ->
                                broker.deploy(
                                        orders(
                                                ASK.replace(
                                                        "Identifier: PRICE", "Identifier: PRIZE"))))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(
                        "the application has no CallableFlowAsyncResponse node with the"
                                + " uniqueIdentifier PRIZE");
    }
}
