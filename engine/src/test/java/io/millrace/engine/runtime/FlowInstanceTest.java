package io.millrace.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.observe.Counters;
import io.millrace.engine.observe.Observers;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.runtime.Outcome.Result;
import io.millrace.engine.work.Participant;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

class FlowInstanceTest {

    private final MemoryQueues queues = FlowKit.queues("IN", "OUT", "BACKOUT");

    private FlowInstance open(FlowKit kit) {
        return FlowInstance.open(kit.build(), "in", "default", FlowKit.services(queues));
    }

    private static FlowKit chain(int length) {
        FlowKit kit = new FlowKit("long").input("in", "IN", true, 1);
        String before = "in";
        for (int i = 1; i <= length; i++) {
            kit.passes("n" + i).connect(before + ".out -> n" + i);
            before = "n" + i;
        }
        return kit.puts("last", "OUT").connect(before + ".out -> last");
    }

    @Test
    void aChainOfTwoThousandNodesRunsInACommonThread() {
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(chain(2_000))) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("order");
    }

    @Test
    void aFlowOfTwoThousandNodesSideBySideRuns() {
        FlowKit kit = new FlowKit("wide").input("in", "IN", true, 1);
        for (int i = 1; i <= 2_000; i++) {
            kit.puts("n" + i, "OUT").connect("in.out -> n" + i);
        }
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(queues.status("OUT").depth()).isEqualTo(2_000);
    }

    @Test
    void connectionsThatLeadBackEndAtTheDepthLimit() {
        FlowKit kit =
                new FlowKit("loop")
                        .input("in", "IN", true, 1)
                        .passes("a")
                        .passes("b")
                        .connect("in.out -> a", "a.out -> b", "b.out -> a");
        Limits limits = Limits.builder().propagationDepth(50).build();
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance =
                FlowInstance.open(kit.build(), "in", "default", FlowKit.services(queues, limits))) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.PROPAGATION_DEPTH);
            assertThat(outcome.failure()).hasMessageContaining("within 50 nodes");
        }
    }

    @Test
    void aNodeThatExhaustsTheStackFailsLikeAnyOther() {
        FlowKit kit =
                new FlowKit("deep")
                        .input("in", "IN", true, 1)
                        .node("endless", c -> (in, message) -> descend(0))
                        .puts("keep", "OUT")
                        .connect("in.out -> endless", "endless.failure -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("order");
    }

    private static int descend(int depth) {
        return depth < 0 ? 0 : descend(depth + 1) + 1;
    }

    @Test
    void connectionsThatLeadBackEndWhenTheStackDoes() {
        FlowKit kit =
                new FlowKit("loop")
                        .input("in", "IN", true, 1)
                        .passes("a")
                        .passes("b")
                        .puts("keep", "OUT")
                        .connect("in.out -> a", "in.catch -> keep", "a.out -> b", "b.out -> a");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.CAUGHT);
            assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.PROPAGATION_DEPTH);
        }
    }

    @Test
    void anErrorGoesToTheNodesOwnFailureTerminal() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .fails("bad", "100 / 0")
                        .puts("keep", "OUT")
                        .connect("in.out -> bad", "bad.failure -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("order");
    }

    @Test
    void anErrorOfANodeBehindPassesByTheFailureTerminal() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .passes("before")
                        .fails("bad", "100 / 0")
                        .puts("keep", "OUT")
                        .connect("in.out -> before", "before.out -> bad", "before.failure -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(outcome.failure().node()).isEqualTo("flow.bad");
        }
        assertThat(queues.status("OUT").depth()).isZero();
    }

    @Test
    void aNodeMayCatchWhatNodesBehindItThrow() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .undoable(
                                "catcher",
                                c -> {
                                    var out = c.terminal("out");
                                    var other = c.terminal("other");
                                    return (in, message) -> {
                                        try {
                                            out.propagate(message);
                                        } catch (DownstreamException e) {
                                            other.propagate(message);
                                        }
                                    };
                                })
                        .fails("bad", "100 / 0")
                        .puts("keep", "OUT")
                        .connect(
                                "in.out -> catcher", "catcher.out -> bad", "catcher.other -> keep");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("order");
    }

    @Test
    void aLabelLeadsIntoItsNode() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .undoable(
                                "route",
                                c ->
                                        (in, message) -> {
                                            assertThat(c.label("nowhere")).isNull();
                                            c.label("here").propagate(message);
                                        })
                        .puts("keep", "OUT")
                        .label("here", "keep")
                        .connect("in.out -> route");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("order");
    }

    @Test
    void doNothingNodesAllocateNothing() {
        MessageAssembly message = FlowKit.assembly("order");
        Delivery delivery = new Handed(message);
        try (FlowInstance instance = open(chainWithoutPut(100));
                FlowInstance bare = open(chainWithoutPut(0))) {
            for (int i = 0; i < 20_000; i++) {
                instance.process(delivery);
                bare.process(delivery);
            }
            long many = allocated(instance, delivery);
            long none = allocated(bare, delivery);
            // A byte for each: the few that a message costs, the compiler may or may not take away.
            assertThat(many - none).as("bytes for 100 nodes x 1,000 messages").isLessThan(100_000);
        }
    }

    private static FlowKit chainWithoutPut(int length) {
        FlowKit kit = new FlowKit("chain").input("in", "IN", true, 1);
        String before = "in";
        for (int i = 1; i <= length; i++) {
            kit.passes("n" + i).connect(before + ".out -> n" + i);
            before = "n" + i;
        }
        return kit;
    }

    private static long allocated(FlowInstance instance, Delivery delivery) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++) {
            instance.process(delivery);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private record Handed(MessageAssembly message) implements Delivery, Redelivery {
        @Override
        public Redelivery redelivery() {
            return this;
        }

        @Override
        public int backoutCount() {
            return 0;
        }

        @Override
        public int backoutThreshold() {
            return 1;
        }

        @Override
        public int size() {
            return 7;
        }

        @Override
        public MessageAssembly assemble() {
            return message;
        }

        @Override
        public MessageAssembly assembleRaw() {
            return message;
        }

        @Override
        public String backOut(MillraceException reason, FailureReport report) {
            throw reason;
        }
    }

    @Test
    void anObserverSeesTheWayOfAMessage() {
        PathRecorder recorder = new PathRecorder(true);
        Counters counters = new Counters();
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .passes("first")
                        .fails("bad", "100 / 0")
                        .puts("keep", "OUT")
                        .connect("in.out -> first", "first.out -> bad", "bad.failure -> keep");
        FlowKit.put(queues, "IN", "unseen", "order");
        try (FlowInstance instance = open(kit)) {
            instance.runOnce(0);
            instance.observer(Observers.of(recorder, counters.slot("thread"), null));
            instance.runOnce(0);
        }
        assertThat(recorder.steps())
                .map(Object::toString)
                .containsExactly(
                        "BEGAN flow.in",
                        "PROPAGATED flow.in.out",
                        "ENTERED flow.first.in",
                        "PROPAGATED flow.first.out",
                        "ENTERED flow.bad.in",
                        "FAILED flow.bad: 100 / 0",
                        "PROPAGATED flow.bad.failure",
                        "ENTERED flow.keep.in",
                        "COMMITTED flow.in");
        assertThat(FlowKit.text(recorder.steps().get(2).trees())).isEqualTo("order");
        assertThat(recorder.nodes())
                .containsExactly("flow.in", "flow.first", "flow.bad", "flow.keep");

        Counters.Flow counted = counters.snapshot();
        assertThat(counted.messages()).isOne();
        assertThat(counted.bytes()).isEqualTo(5);
        assertThat(counted.commits()).isOne();
        assertThat(counted.nodes().get("flow.bad").errors()).isOne();
        assertThat(counted.nodes().get("flow.first").terminals()).containsEntry("out", 1L);
    }

    @Test
    void messagesShareAUnitOnlyWhereARollbackUndoesAll() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 3)
                        .puts("keep", "OUT")
                        .connect("in.out -> keep");
        assertThat(messagesPerUnit(kit.settings(new FlowSettings(0, 5, 0)))).contains(5);
        FlowKit separate =
                new FlowKit("flow")
                        .settings(new FlowSettings(0, 5, 0))
                        .input("in", "IN", true, 3)
                        .node("keep", c -> (in, message) -> FlowKit.put(c, "OUT", "x"))
                        .connect("in.out -> keep");
        assertThat(messagesPerUnit(separate)).containsOnly(1);
    }

    /** How many messages became visible at a time. */
    private List<Integer> messagesPerUnit(FlowKit kit) {
        for (int i = 0; i < 20; i++) {
            FlowKit.put(queues, "IN", "order " + i);
        }
        List<Integer> units = new ArrayList<>();
        try (FlowInstance instance = open(kit)) {
            long before = queues.status("OUT").depth();
            while (instance.step(0).result() != Result.NOTHING) {
                long now = queues.status("OUT").depth();
                if (now > before) {
                    units.add((int) (now - before));
                }
                before = now;
            }
        }
        assertThat(queues.status("OUT").depth()).isEqualTo(20);
        queues.clear("OUT");
        return units;
    }

    @Test
    void aBadMessageInASharedUnitIsCountedAloneAndTheOthersAreProcessed() {
        FlowKit kit =
                new FlowKit("flow")
                        .settings(new FlowSettings(0, 4, 0))
                        .input("in", "IN", true, 1)
                        .undoable(
                                "work",
                                NodePlan.inUnit(
                                        c ->
                                                (in, message) -> {
                                                    if (FlowKit.text(message).equals("bad")) {
                                                        throw new MillraceException(
                                                                ErrorCode.ESQL_CAST, "bad");
                                                    }
                                                    FlowKit.put(c, "OUT", FlowKit.text(message));
                                                }))
                        .connect("in.out -> work");
        FlowKit.put(queues, "IN", "1", "2", "3", "4", "5", "6", "bad", "7", "8");
        try (FlowInstance instance = open(kit)) {
            for (int i = 0; i < 40; i++) {
                instance.step(0);
            }
        }
        assertThat(FlowKit.texts(queues, "OUT"))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
        assertThat(FlowKit.texts(queues, "BACKOUT")).containsExactly("bad");
        assertThat(queues.status("IN").depth()).isZero();
    }

    private FlowKit copying() {
        return new FlowKit("flow")
                .input("in", "IN", true, 2)
                .puts("keep", "OUT")
                .connect("in.out -> keep");
    }

    @Test
    void aFullQueueRollsTheMessageBackWithoutBlameAndItComesAgain() {
        queues.create(new QueueDefinition("OUT", 2, true, 0, ""));
        FlowKit.put(queues, "IN", "1", "2", "3");
        try (FlowInstance instance = open(copying())) {
            instance.runOnce(0);
            instance.runOnce(0);
            for (int i = 0; i < 10; i++) {
                Outcome full = instance.runOnce(0);
                assertThat(full.result()).isEqualTo(Result.ROLLED_BACK);
                assertThat(full.failure().root().code()).isEqualTo(ErrorCode.QUEUE_FULL);
            }
            assertThat(queues.browse("IN", 1).getFirst().descriptor().backoutCount()).isZero();
            queues.clear("OUT");
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("3");
    }

    @Test
    void aMessageOutsideTheUnitIsLostIfTheCommitOfItsUnitFails() {
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", false, 3)
                        .node("work", c -> (in, message) -> c.unit().enlist(new Refusing()))
                        .connect("in.out -> work");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.LOST);
        }
        assertThat(queues.status("IN").depth()).isZero();
    }

    /** A participant whose commit fails. */
    private record Refusing() implements Participant {
        @Override
        public String label() {
            return "test";
        }

        @Override
        public Kind kind() {
            return Kind.DATABASE;
        }

        @Override
        public void commit() {
            throw new MillraceException(ErrorCode.DATABASE_ERROR, "refused");
        }

        @Override
        public void rollback() {}
    }

    @Test
    void aUnitTooLargeIsBackedOutAndItsMessageReachesTheThreshold() {
        int most = UnitLimits.DEFAULT.maxUncommittedMessages();
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 2)
                        .undoable(
                                "many",
                                c ->
                                        (in, message) -> {
                                            for (int i = 0; i < most; i++) {
                                                FlowKit.put(c, "OUT", "copy " + i);
                                            }
                                        })
                        .connect("in.out -> many");
        FlowKit.put(queues, "IN", "order");
        try (FlowInstance instance = open(kit)) {
            for (int i = 0; i < 2; i++) {
                Outcome outcome = instance.runOnce(0);
                assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
                assertThat(outcome.failure().root())
                        .hasMessageContaining("maxUncommittedMessages " + most);
            }
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.BACKED_OUT);
        }
        assertThat(queues.status("OUT").depth()).isZero();
    }

    @Test
    void messagesNoLongerShareAUnitThatIsHalfFull() {
        int many = UnitLimits.DEFAULT.maxUncommittedMessages() / 5;
        FlowKit kit =
                new FlowKit("flow")
                        .settings(new FlowSettings(0, 20, 0))
                        .input("in", "IN", true, 2)
                        .undoable(
                                "many",
                                c ->
                                        (in, message) -> {
                                            for (int i = 0; i < many; i++) {
                                                FlowKit.put(c, "OUT", "copy " + i);
                                            }
                                        })
                        .connect("in.out -> many");
        for (int i = 0; i < 60; i++) {
            FlowKit.put(queues, "IN", "order " + i);
        }
        long most = 0;
        try (FlowInstance instance = open(kit)) {
            Outcome outcome = instance.step(0);
            while (outcome.result() != Result.NOTHING) {
                assertThat(outcome.failure()).isNull();
                most = Math.max(most, queues.clear("OUT"));
                outcome = instance.step(0);
            }
        }
        assertThat(most).isEqualTo(3L * many);
    }
}
