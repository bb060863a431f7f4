package io.millrace.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Each row of the decision table for errors of input nodes (WMQI: "Handling errors in the MQInput
 * node").
 */
class InputRulesTest {

    private final MemoryQueues queues = FlowKit.queues("IN", "OUT", "FAILED", "CAUGHT", "BACKOUT");
    private final List<String> seen = new ArrayList<>();

    private final NodePlan divides =
            NodePlan.inUnit(
                    c ->
                            (in, message) -> {
                                seen.add("out");
                                FlowKit.put(c, "OUT", "half done");
                                message.root()
                                        .child("text")
                                        .value(Value.of("changed by the out path"));
                                message.environment().add("Left", Value.of("by the out path"));
                                throw new MillraceException(
                                        ErrorCode.ESQL_DIVIDE_BY_ZERO, "100 / 0");
                            });

    private NodePlan keeps(String queue) {
        return NodePlan.inUnit(
                c ->
                        (in, message) -> {
                            seen.add(queue);
                            FlowKit.put(
                                    c,
                                    queue,
                                    FlowKit.text(message)
                                            + "|"
                                            + chain(message.exceptionList())
                                            + "|"
                                            + message.environment().textOf("Left"));
                        });
    }

    private static String chain(Element exceptionList) {
        StringBuilder out = new StringBuilder();
        for (Element e = exceptionList.lastChild();
                e != null && e.name().endsWith("Exception");
                e = e.lastChild()) {
            out.append(e.name()).append(' ').append(e.textOf("Number")).append(' ');
        }
        return out.toString().strip();
    }

    private NodePlan throwsToo(String path) {
        return NodePlan.inUnit(
                c ->
                        (in, message) -> {
                            seen.add(path);
                            throw new MillraceException(ErrorCode.ESQL_CAST, path + " path");
                        });
    }

    private FlowInstance instance(FlowKit kit) {
        return FlowInstance.open(kit.build(), "in", "default", FlowKit.services(queues));
    }

    private FlowKit failing(int threshold) {
        return new FlowKit("flow")
                .input("in", "IN", true, threshold)
                .node("work", divides)
                .connect("in.out -> work");
    }

    private long depth(String queue) {
        return queues.status(queue).depth();
    }

    @Test
    void aMessageThatCannotBeReadGoesToFailureWithItsReason() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 3)
                        .node("keep", keeps("FAILED"))
                        .connect("in.failure -> keep");
        FlowKit.put(queues, "IN", "damaged");
        try (FlowInstance instance = instance(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.FAILED);
        }
        assertThat(FlowKit.texts(queues, "FAILED"))
                .containsExactly(
                        "raw damaged|RecoverableException 4001 RecoverableException 3007|null");
        assertThat(depth("IN")).isZero();
    }

    @Test
    void aMessageThatCannotBeReadGoesToTheBackoutQueueWhereFailureIsNotWired() {
        FlowKit.put(queues, "IN", "damaged");
        try (FlowInstance instance = instance(new FlowKit("flow").input("in", "IN", true, 3))) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
            assertThat(outcome.detail()).isEqualTo("backout queue BACKOUT");
        }
        assertThat(FlowKit.texts(queues, "BACKOUT")).containsExactly("damaged");
    }

    @Test
    void aMessageThatCanBePutNowhereStays() {
        queues.delete("BACKOUT");
        FlowKit.put(queues, "IN", "damaged");
        try (FlowInstance instance = instance(new FlowKit("flow").input("in", "IN", true, 3))) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(outcome.failure())
                    .hasMessageContaining("cannot be put on a backout queue or");
        }
        assertThat(depth("IN")).isOne();
    }

    @Test
    void anExceptionOnTheOutPathGoesToCatchWithTheMessageAsItWasReadAndTheUnitCommits() {
        FlowKit kit = failing(3).node("keep", keeps("CAUGHT")).connect("in.catch -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.CAUGHT);
        }
        assertThat(FlowKit.texts(queues, "CAUGHT"))
                .containsExactly(
                        """
                        order|RecoverableException 4001 RecoverableException 2102|by the out path\
                        """);
        assertThat(FlowKit.texts(queues, "OUT"))
                .as("what was put before the error stays")
                .containsExactly("half done");
        assertThat(depth("IN")).isZero();
    }

    @Test
    void anExceptionOnTheOutPathWithoutCatchUndoesAllAndTheMessageComesAgain() {
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(failing(3))) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.ESQL_DIVIDE_BY_ZERO);
            assertThat(outcome.failure().node()).isEqualTo("flow.work");
        }
        assertThat(depth("OUT")).isZero();
        assertThat(queues.browse("IN", 1).getFirst().descriptor().backoutCount()).isOne();
    }

    @Test
    void anExceptionOnTheCatchPathUndoesAll() {
        FlowKit kit = failing(3).node("catcher", throwsToo("catch")).connect("in.catch -> catcher");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(kit)) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(outcome.failure().root().getMessage()).isEqualTo("catch path");
        }
        assertThat(depth("IN")).isOne();
        assertThat(depth("OUT")).isZero();
    }

    @Test
    void aThresholdOfOneTriesAMessageOnceAndOfTwoTwice() {
        for (int threshold : List.of(1, 2)) {
            seen.clear();
            FlowKit.put(queues, "IN", "order");
            try (FlowInstance instance = instance(failing(threshold))) {
                for (int i = 0; i < threshold; i++) {
                    assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
                }
                assertThat(instance.runOnce(0).result()).isEqualTo(Result.BACKED_OUT);
                assertThat(instance.runOnce(0).result()).isEqualTo(Result.NOTHING);
            }
            assertThat(seen).hasSize(threshold);
        }
        assertThat(FlowKit.texts(queues, "BACKOUT")).containsExactly("order", "order");
    }

    @Test
    void aThresholdOfZeroCountsAsOne() {
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(failing(0))) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.BACKED_OUT);
        }
    }

    @Test
    void aMessageBackedOutTooOftenGoesToFailureWithOnlyThatReason() {
        FlowKit kit = failing(1).node("keep", keeps("FAILED")).connect("in.failure -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.FAILED);
        }
        assertThat(seen).containsExactly("out", "FAILED");
        assertThat(FlowKit.texts(queues, "FAILED"))
                .containsExactly("order|RecoverableException 4006|null");
    }

    @Test
    void theFailurePathIsTriedUntilTwiceTheThresholdAndThenTheMessageIsMovedAway() {
        FlowKit kit =
                failing(2).node("failure", throwsToo("failure")).connect("in.failure -> failure");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(kit)) {
            for (int i = 0; i < 4; i++) {
                assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
            }
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.BACKED_OUT);
        }
        assertThat(seen).containsExactly("out", "out", "failure", "failure");
        assertThat(FlowKit.texts(queues, "BACKOUT")).containsExactly("order");
    }

    @Test
    void aMessageOutsideTheUnitIsLostWhereNobodyCatches() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", false, 3)
                        .node("work", divides)
                        .connect("in.out -> work");
        FlowKit.put(queues, "IN", "order", "damaged");
        try (FlowInstance instance = instance(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.LOST);
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.LOST);
        }
        assertThat(depth("IN")).isZero();
        assertThat(FlowKit.texts(queues, "OUT"))
                .as("put at once, so it stays")
                .containsExactly("half done");
    }

    @Test
    void aMessageOutsideTheUnitCanBeCaught() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", false, 3)
                        .node("work", divides)
                        .node("keep", keeps("CAUGHT"))
                        .connect("in.out -> work", "in.catch -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.CAUGHT);
        }
        assertThat(depth("CAUGHT")).isOne();
    }

    @Test
    void whatNobodyExpectsIsTreatedAsAnErrorOfItsNode() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 3)
                        .node(
                                "work",
                                c ->
                                        (in, message) -> {
                                            throw new IllegalStateException("a defect");
                                        })
                        .node("keep", keeps("CAUGHT"))
                        .connect("in.out -> work", "in.catch -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.CAUGHT);
        }
        assertThat(FlowKit.texts(queues, "CAUGHT"))
                .containsExactly("order|RecoverableException 4001 FatalException 9001|null");
    }

    @Test
    void anUnwiredOutTerminalDropsTheMessageSilently() {
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = instance(new FlowKit("flow").input("in", "IN", true, 3))) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(depth("IN")).isZero();
    }
}
