package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.Outcome;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

class FlowTest {

    private static final String THROUGH =
            """
            flow: through
            nodes:
              in:   {type: MQInput, queue: IN}
              both: {type: FlowOrder}
              one:  {type: MQOutput, queue: ONE}
              two:  {type: MQOutput, queue: TWO}
            connections:
              in.out: both
              both.first: two
              both.second: one
            """;

    private static final String FAILING =
            """
            flow: failing
            nodes:
              in:   {type: MQInput, queue: IN, backoutThreshold: 3, backoutQueue: BACKOUT}
              no:   {type: Throw, messageText: not today}
            connections:
              in.out: no
            """;

    @Test
    void aMessageGoesThroughInTheCallersThread() {
        try (Flow flow = Flow.parse(THROUGH)) {
            FlowResult result = flow.process("hello");

            assertThat(result.isClean()).isTrue();
            assertThat(result.ended()).isEqualTo(Outcome.Result.DONE);
            assertThat(result.outputs())
                    .extracting(FlowResult.Output::queue)
                    .containsExactly("ONE", "TWO");
            assertThat(result.outputs("TWO").getFirst().text()).isEqualTo("hello");
            assertThat(result.path()).containsExactly("in", "both", "two", "one");
        }
    }

    @Test
    void aMessageLeavesALoopOrFailsAtTheLimitOfItsDepth() {
        String loop =
                """
                flow: shop.rounds
                nodes:
                  IN.1:  {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1}
                  less:  {type: Compute, module: Less}
                  "0?":  {type: Filter, expression: "Body.n = 0"}
                  OUT.1: {type: MQOutput, queue: OUT}
                connections:
                  IN.1.out: less
                  less.out: "0?"
                  0?.true: OUT.1
                  0?.false: less.in
                """;
        String esql =
                """
                CREATE COMPUTE MODULE Less
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot = InputRoot;
                    SET OutputRoot.XMLNSC.n = CAST(InputRoot.XMLNSC.n AS INTEGER) - 1;
                    RETURN TRUE;
                  END;
                END MODULE;
                """;
        try (Flow flow =
                Flow.of(
                        Application.of("loop", Map.of("a.flow.yaml", loop, "a.esql", esql)),
                        "shop.rounds")) {
            FlowResult left = flow.process("<n>3</n>");
            FlowResult endless = flow.process("<n>-1</n>");

            assertThat(flow.name()).isEqualTo("shop.rounds");
            assertThat(left.outputs("OUT").getFirst().text()).isEqualTo("<n>0</n>");
            assertThat(left.path()).startsWith("IN.1", "less", "0?", "less").endsWith("OUT.1");
            assertThat(endless.exceptions().getFirst().root().code())
                    .isIn(ErrorCode.ESQL_DEPTH, ErrorCode.PROPAGATION_DEPTH);
        }
    }

    @Test
    void fieldsOfWhatAFlowPutAreReadTyped() {
        FieldReader fields =
                FieldReader.of("order.customer.name", "order.lines[2].count", "order.total");
        try (Flow flow = Flow.parse(THROUGH)) {
            for (int i = 1; i < 3; i++) {
                FlowResult result =
                        flow.process(
                                "<order><customer><name>Anna</name></customer><lines/><lines><count>"
                                        + i
                                        + "</count></lines><total>1.50</total></order>");
                Element body =
                        result.outputs("TWO")
                                .getFirst()
                                .root(MessageTemplate.domain("XMLNSC"))
                                .lastChild();
                fields.at(body);
                assertThat(fields.text(0)).isEqualTo("Anna");
                assertThat(fields.integer(1)).isEqualTo(i);
                assertThat(fields.decimal(2)).isEqualTo("1.50");
            }
        }
    }

    @Test
    void oneFlowTakesManyMessagesFromManyThreads() {
        try (Flow flow = Flow.parse(THROUGH)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                String name = "t" + t;
                threads.add(
                        CompletableFuture.runAsync(
                                () -> {
                                    for (int i = 0; i < 200; i++) {
                                        FlowResult result = flow.process(name + i);
                                        assertThat(result.outputs())
                                                .extracting(FlowResult.Output::text)
                                                .containsOnly(name + i);
                                        assertThat(result.outputs()).hasSize(2);
                                    }
                                }));
            }
            threads.forEach(CompletableFuture::join);
        }
    }

    @Test
    void aMessageThatFailsIsTriedAgainAndBackedOutAsOnABroker() {
        try (Flow flow = Flow.parse(FAILING)) {
            FlowResult result = flow.process("hello");

            assertThat(result.ended()).isEqualTo(Outcome.Result.BACKED_OUT);
            assertThat(result.outputs())
                    .extracting(FlowResult.Output::queue)
                    .containsExactly("BACKOUT");
            assertThat(result.exceptions()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(result.exceptions().getFirst().root().code())
                    .isEqualTo(ErrorCode.USER_EXCEPTION);
            assertThat(flow.process("again").outputs()).hasSize(1);
        }
    }

    @Test
    void withoutABackoutQueueTheDeadLetterQueueGetsIt() {
        try (Flow flow = Flow.parse(FAILING.replace(", backoutQueue: BACKOUT", ""))) {
            FlowResult.Output output = flow.process("hello").outputs().getFirst();

            assertThat(output.queue()).isEqualTo(QueueStore.DEAD_LETTER_QUEUE);
            assertThat(output.text()).isEqualTo("hello");
        }
    }

    @Test
    void aTreeIsWrittenAndParsedAgain() {
        Element root = Element.of(0, "Root");
        root.add("Properties");
        root.add("MQMD").add("Priority", Value.of(7));
        root.addLast(Element.of(0, "BLOB").domain("BLOB")).add("BLOB", Value.of(Bytes.utf8("raw")));
        try (Flow flow = Flow.parse(THROUGH)) {
            FlowResult.Output output = flow.process(root).outputs("ONE").getFirst();

            assertThat(output.text()).isEqualTo("raw");
            assertThat(output.descriptor().priority()).isEqualTo(7);
        }
    }

    @Test
    void withSeveralInputsTheNodeIsNamed() {
        String two =
                THROUGH.replace(
                        "connections:",
                        "  in2:  {type: MQInput, queue: IN2}\nconnections:\n  in2.out: two");
        QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8("x"));
        try (Flow flow = Flow.parse(two)) {
            assertThat(flow.inputs()).containsExactly("in", "in2");
            assertThat(flow.process("in2", message).path()).containsExactly("in2", "two");
            assertThatThrownBy(() -> flow.process(message))
                    .isInstanceOf(MillraceException.class)
                    .hasMessage(
                            "the flow through has several input nodes; specify the node, one of in,"
                                    + " in2");
            assertThatThrownBy(() -> flow.process("in3", message))
                    .isInstanceOf(MillraceException.class)
                    .hasMessageContaining("did you mean in?");
        }
    }

    @Test
    void aMessageMayEnterAtAnyNodeThatTakesOne() {
        try (Flow flow = Flow.parse(THROUGH)) {
            FlowResult result = flow.process("two", new QueueMessage(new Mqmd(), Bytes.utf8("x")));

            assertThat(result.path()).containsExactly("two");
            assertThat(result.outputs())
                    .extracting(FlowResult.Output::queue)
                    .containsExactly("TWO");
            assertThat(flow.process("x").outputs()).hasSize(2);
        }
    }

    @Test
    void parametersComeFromTheChosenEnvironment() {
        Application application =
                Application.of(
                        "app",
                        Map.of(
                                "a.flow.yaml",
                                THROUGH.replace("queue: ONE", "queue: \"${prefix}.ONE\""),
                                "application.yaml",
                                "parameters: {default: {prefix: DEV}, live: {prefix: LIVE}}"));
        try (Flow flow = Flow.of(application, "")) {
            assertThat(flow.process("x").outputs())
                    .extracting(FlowResult.Output::queue)
                    .contains("DEV.ONE");
        }
    }

    @Test
    void aSubflowIsPutInPlaceWithTheValuesThatItsUserSets() {
        Application application =
                Application.of(
                        "app",
                        Map.of(
                                "main.flow.yaml",
                                """
                                flow: main
                                nodes:
                                  in:    {type: MQInput, queue: IN}
                                  first: {type: Subflow, flow: outer, store: FIRST}
                                  last:  {type: Subflow, flow: outer, store: LAST}
                                  out:   {type: MQOutput, queue: OUT}
                                connections:
                                  in.out: first
                                  first.done: last
                                  last.done: out
                                """,
                                "outer.subflow.yaml",
                                """
                                subflow: outer
                                properties:
                                  store: inner.queue
                                nodes:
                                  start: {type: Input}
                                  inner: {type: Subflow, flow: keep}
                                  done:  {type: Output}
                                connections:
                                  start.out: inner
                                  inner.out: done
                                """,
                                "keep.subflow.yaml",
                                """
                                subflow: keep
                                properties:
                                  queue: copy.queue
                                nodes:
                                  in:    {type: Input}
                                  order: {type: FlowOrder}
                                  copy:  {type: MQOutput, queue: UNUSED}
                                  out:   {type: Output}
                                connections:
                                  in.out: order
                                  order.first: copy
                                  order.second: out
                                """));
        try (Flow flow = Flow.of(application, "main")) {
            FlowResult result = flow.process("x");

            assertThat(result.outputs())
                    .extracting(FlowResult.Output::queue)
                    .containsExactlyInAnyOrder("FIRST", "LAST", "OUT");
            assertThat(result.path())
                    .containsExactly(
                            "in",
                            "first.inner.order",
                            "first.inner.copy",
                            "last.inner.order",
                            "last.inner.copy",
                            "out");
        }
    }

    @Test
    void problemsInTheTextAreAllTold() {
        assertThatThrownBy(
                        () ->
                                Flow.parse(
                                        THROUGH.replace("MQInput", "Input")
                                                .replace("second", "third")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("text.flow.yaml:3:16")
                .hasMessageContaining("text.flow.yaml:10:8");
    }

    @Test
    void nullIsRejectedWithTheNameOfTheParameter() {
        try (Flow flow = Flow.parse(THROUGH)) {
            assertThatThrownBy(() -> flow.process((String) null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("text must not be null");
        }
    }

    @Test
    void aClosedFlowTakesNothing() {
        Flow flow = Flow.parse(THROUGH);
        flow.close();

        assertThatThrownBy(() -> flow.process("late")).isInstanceOf(MillraceException.class);
    }
}
