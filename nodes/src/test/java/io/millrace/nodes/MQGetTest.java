package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.InstanceStatus.State;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

class MQGetTest {

    final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    /** A flow in which all messages of an MQGet node are kept, by terminal, in the sink. */
    private void flow(String... properties) {
        List<String> all = new ArrayList<>(List.of("queue=OTHER", "waitInterval=0"));
        all.addAll(Arrays.asList(properties));
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC", "backoutThreshold=2")
                .node("get", "MQGet", all.toArray(String[]::new))
                .sink("sink")
                .test("none", m -> run.seen.add(m.withExceptionList(named("none"))))
                .test("damaged", m -> run.seen.add(m.withExceptionList(named("warning"))))
                .connect(
                        "in.out -> get",
                        "get.out -> sink",
                        "get.noMessage -> none",
                        "get.warning -> damaged");
    }

    private static Element named(String terminal) {
        return MessageAssembly.emptyTree(terminal);
    }

    private MessageAssembly only() {
        assertThat(run.seen).hasSize(1);
        return run.seen.getFirst();
    }

    private static Mqmd ids(int msgId, int correlId, int groupId) {
        return new Mqmd()
                .msgId(FlowRun.id(msgId))
                .correlId(FlowRun.id(correlId))
                .groupId(FlowRun.id(groupId));
    }

    @Test
    void theMessageFromTheQueueReplacesTheInputMessage() {
        run.put("OTHER", FlowRun.message("<reply>1</reply>"));
        flow("domain=XMLNSC");
        assertThat(run.run("<order/>").result()).isEqualTo(Result.DONE);
        assertThat(FlowRun.body(only())).isEqualTo("<reply>1</reply>");
        assertThat(run.texts("OTHER")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "getByMsgId=true, 1, 0, 0, a",
        "getByCorrelId=true, 0, 5, 0, b",
        "getByGroupId=true, 0, 0, 9, c",
        "getByMsgId=true, 7, 0, 0, ''",
        "getByCorrelId=true, 0, 1, 0, ''",
    })
    void messagesAreSelectedByTheirIdentifiers(
            String by, int msgId, int correlId, int groupId, String expected) {
        run.put("OTHER", FlowRun.message("a", ids(1, 4, 7)));
        run.put("OTHER", FlowRun.message("b", ids(2, 5, 8)));
        run.put("OTHER", FlowRun.message("c", ids(3, 6, 9)));
        flow(by);
        assertThat(run.run(FlowRun.message("<order/>", ids(msgId, correlId, groupId))).result())
                .isEqualTo(Result.DONE);
        if (expected.isEmpty()) {
            assertThat(only().exceptionList().name()).isEqualTo("none");
            assertThat(run.texts("OTHER")).containsExactly("a", "b", "c");
        } else {
            assertThat(FlowRun.body(only())).isEqualTo(expected);
            assertThat(run.texts("OTHER"))
                    .containsExactlyElementsOf(
                            Stream.of("a", "b", "c").filter(t -> !t.equals(expected)).toList());
        }
    }

    @Test
    void theIdentifiersCanBeInTheLocalEnvironment() {
        run.put("OTHER", FlowRun.message("a", ids(1, 4, 7)));
        run.put("OTHER", FlowRun.message("b", ids(2, 5, 8)));
        run.node("in", "MQInput", "queue=IN")
                .test(
                        "choose",
                        m ->
                                m.localEnvironment()
                                        .add("Variables")
                                        .add("CorrelId", Value.of(FlowRun.id(5))))
                .node(
                        "get",
                        "MQGet",
                        "queue=OTHER",
                        "getByCorrelId=true",
                        "inputMQMDLocation=InputLocalEnvironment.Variables")
                .sink("sink")
                .connect("in.out -> choose", "choose.out -> get", "get.out -> sink");
        run.run("order");
        assertThat(FlowRun.body(only())).isEqualTo("b");
    }

    @Test
    void anIdentifierThatIsNoBlobIsAnErrorOfTheNode() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node(
                        "get",
                        "MQGet",
                        "queue=OTHER",
                        "getByMsgId=true",
                        "inputMQMDLocation=InputLocalEnvironment")
                .connect("in.out -> get");
        var failure = run.run("order").failure().root();
        assertThat(failure.code()).isEqualTo(ErrorCode.DESTINATION_MISSING);
        assertThat(failure).hasMessageContaining("InputLocalEnvironment.MsgId must be a BLOB");
    }

    @Test
    void aBrowsedMessageStaysOnTheQueue() {
        run.put("OTHER", FlowRun.message("a", ids(1, 4, 7)));
        flow("browse=true", "getByMsgId=true");
        run.run(FlowRun.message("<order/>", ids(1, 0, 0)));
        assertThat(FlowRun.body(only())).isEqualTo("a");
        assertThat(run.texts("OTHER")).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource({"automatic, 1", "yes, 1", "no, 0"})
    void aRollbackReturnsTheMessageUnlessItWasReadOutsideTheUnit(String mode, int left) {
        run.put("OTHER", FlowRun.message("a"));
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=5")
                .node("get", "MQGet", "queue=OTHER", "transactionMode", mode)
                .test(
                        "bad",
                        m -> {
                            throw new IllegalStateException("after the get");
                        })
                .connect("in.out -> get", "get.out -> bad");
        run.run("order");
        assertThat(run.texts("OTHER")).hasSize(left);
    }

    @Test
    void theMessageCanBecomeAPartOfTheInputMessage() {
        run.put("OTHER", FlowRun.message("<reply><price>5</price></reply>"));
        flow(
                "domain=XMLNSC",
                "copyMessage=copyEntireMessage",
                "outputDataLocation=OutputRoot.XMLNSC.order.answer",
                "resultDataLocation=ResultRoot.XMLNSC.reply");
        run.run("<order><id>1</id></order>");
        assertThat(FlowRun.body(only()))
                .isEqualTo("<order><id>1</id><answer><price>5</price></answer></order>");
    }

    @Test
    void theMessageCanBePlacedInTheLocalEnvironment() {
        run.put("OTHER", FlowRun.message("<reply>5</reply>"));
        flow(
                "domain=XMLNSC",
                "generateMode=messageAndLocalEnvironment",
                "copyMessage=copyEntireMessage",
                "outputDataLocation=OutputLocalEnvironment.Variables.Got");
        run.run("<order>1</order>");
        assertThat(FlowRun.body(only())).isEqualTo("<order>1</order>");
        var environment = only().localEnvironment();
        assertThat(environment.at("Variables", "Got", "XMLNSC", "reply").text()).isEqualTo("5");
        assertThat(environment.at("Variables", "Got", "MQMD", "SourceQueue").text())
                .isEqualTo("OTHER");
        assertThat(environment.at("MQ", "GET", "RC").text()).isEqualTo("0");
    }

    @Test
    void withoutAMessageTheInputMessageGoesToNoMessage() {
        flow("copyMessage=copyEntireMessage", "generateMode=messageAndLocalEnvironment");
        run.run("<order/>");
        assertThat(only().exceptionList().name()).isEqualTo("none");
        assertThat(FlowRun.body(only())).isEqualTo("<order/>");
        assertThat(only().localEnvironment().at("MQ", "GET", "RC").text()).isEqualTo("2033");
    }

    @Test
    void aMessageThatArrivesDuringTheWaitIsFound() {
        flow("waitInterval=60000", "getByCorrelId=true");
        Thread.ofVirtual().start(() -> run.put("OTHER", FlowRun.message("late", ids(1, 5, 0))));
        run.run(FlowRun.message("<order/>", ids(0, 5, 0)));
        assertThat(FlowRun.body(only())).isEqualTo("late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"browse=true", "getByMsgId=true", "getByMsgId=false"})
    @Timeout(60)
    void aStopEndsTheWait(String property) {
        flow("waitInterval=3600000", property);
        run.put("IN", FlowRun.message("<order/>", ids(9, 0, 0)));
        var options = new ExecutionGroup.Options(1, new RetryDelay(1, 5), 1);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            group.deploy("app", List.of(run.compiled()));
            while (group.status().getFirst().instances().getFirst().state() != State.WORKING) {
                Thread.onSpinWait();
            }
        }
        assertThat(run.texts("IN")).containsExactly("<order/>");
        assertThat(run.seen).isEmpty();
    }

    @Test
    void aMessageWithDamagedHeadersGoesToWarningAsBytes() {
        Mqmd damaged = new Mqmd().format("MQHRF2");
        run.put("OTHER", new QueueMessage(damaged, Bytes.utf8("no header")));
        flow("domain=XMLNSC");
        assertThat(run.run("<order/>").result()).isEqualTo(Result.DONE);
        assertThat(only().exceptionList().name()).isEqualTo("warning");
        assertThat(FlowRun.body(only())).isEqualTo("no header");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outputDataLocation=OutputLocalEnvironment.Reply",
                "outputDataLocation=Environment.Reply",
                "resultDataLocation=InputRoot",
                "inputMQMDLocation=InputRoot..MQMD",
                "outputDataLocation=$OutputRoot/XMLNSC",
            })
    void contradictoryPropertiesAreProblems(String property) {
        var type = FlowRun.TYPES.type("MQGet").orElseThrow();
        var node = new FlowRun.Definition("get", type.description(), "queue=OTHER", property);
        assertThat(type.compile(node, run.new Deployment())).isNull();
        assertThat(run.problems.all()).hasSize(1);
    }

    @Test
    void aBrowseHasNoTransactionMode() {
        var type = FlowRun.TYPES.type("MQGet").orElseThrow();
        var node =
                new FlowRun.Definition(
                        "get",
                        type.description(),
                        "queue=OTHER",
                        "browse=true",
                        "transactionMode=yes");
        assertThat(type.compile(node, run.new Deployment())).isNull();
    }
}
