package io.millrace.engine.runtime;

import static io.millrace.engine.runtime.FlowKit.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.Counters;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.runtime.InstanceStatus.State;
import io.millrace.engine.work.Participant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** The contract of input nodes that receive calls: one test for each situation of a call. */
@Timeout(300)
class CalledInputContractTest extends CalledFlows {

    @Test
    void aFreeInstanceProcessesTheCallAndItsUnitIsCommittedWhenTheCallReturns() {
        release.countDown();
        group.deploy("app", List.of(holding(in).build()));
        in.call("order");
        assertThat(out()).containsExactly("order");
    }

    @Test
    void theReplyOfTheFlowIsAvailableAfterTheCall() {
        group.deploy("app", List.of(answering(in, "v1 ").build()));
        assertThat(in.call("order")).isEqualTo("v1 order");
    }

    @Test
    void aCallWaitsWhileAllInstancesAreBusyAndThenContinuesInOrder() throws Exception {
        group.deploy("app", List.of(holding(in).build()));
        List<FutureTask<String>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String text = "order" + i;
            int before = i;
            callers.add(start(() -> in.call(text)));
            await(() -> inside.get() == 1 && calls().waiting() == before);
        }
        release.countDown();
        for (FutureTask<String> caller : callers) {
            caller.get();
        }
        assertThat(out())
                .containsExactly(
                        "order0", "order1", "order2", "order3", "order4", "order5", "order6",
                        "order7");
    }

    @Test
    void aCallIsRefusedWhenTheMaximumNumberOfCallsWaits() throws Exception {
        TestCalls two = new TestCalls(2);
        group.deploy("app", List.of(holding(two).build()));
        FutureTask<String> running = start(() -> two.call("running"));
        await(() -> inside.get() == 1);
        FutureTask<String> first = start(() -> two.call("first"));
        FutureTask<String> second = start(() -> two.call("second"));
        await(() -> calls().waiting() == 2);
        assertThatThrownBy(() -> two.call("third"))
                .hasMessageContaining("app/flow.in")
                .hasMessageContaining("2 calls wait, the maximum (maxWaiting)")
                .extracting(e -> ((MillraceException) e).code())
                .isEqualTo(ErrorCode.FLOW_BUSY);
        assertThat(calls()).isEqualTo(new CallStatus("in", 2, 2, 2, 1, "", true));
        release.countDown();
        assertThat(List.of(running.get(), first.get(), second.get())).hasSize(3);
        assertThat(out()).containsExactlyInAnyOrder("running", "first", "second");
    }

    @Test
    void withoutWaitingCallsAFreeInstanceStillAcceptsEachCall() {
        TestCalls none = new TestCalls(0);
        for (int i = 0; i < 50; i++) {
            group.deploy("app", List.of(answering(none, "").build()));
            assertThat(none.call("first")).isEqualTo("first");
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(none.call("order" + i)).isEqualTo("order" + i);
        }
    }

    @Test
    void aTimeoutBeforeAnInstanceIsFreeRefusesTheCall() {
        group.deploy("app", List.of(holding(in).build()));
        FutureTask<String> running = start(() -> in.call("running"));
        await(() -> inside.get() == 1);
        assertThatThrownBy(() -> in.call("late", 1))
                .hasMessageContaining("no instance was free within 1 ms")
                .extracting(e -> ((MillraceException) e).code())
                .isEqualTo(ErrorCode.FLOW_BUSY);
        release.countDown();
        await(running::isDone);
        assertThat(out()).containsExactly("running");
    }

    @Test
    void aTimeoutCanPassBeforeThatOfAnEarlierCall() {
        group.deploy("app", List.of(holding(in).build()));
        FutureTask<String> running = start(() -> in.call("running", 3_600_000));
        await(() -> inside.get() == 1);
        assertThatThrownBy(() -> in.call("late", 1)).hasMessageContaining("within 1 ms");
        assertThatThrownBy(() -> in.call("later", 1)).hasMessageContaining("within 1 ms");
        release.countDown();
        await(running::isDone);
        assertThat(out()).containsExactly("running");
    }

    @Test
    void aTimeoutDuringTheMessageEndsTheCallButNotTheMessage() {
        group.deploy("app", List.of(holding(in).build()));
        AtomicReference<MillraceException> thrown = new AtomicReference<>();
        await(
                () -> {
                    try {
                        in.call("order", 1);
                    } catch (MillraceException e) {
                        thrown.set(e);
                    }
                    return thrown.get().code() == ErrorCode.CALL_UNFINISHED;
                });
        assertThat(thrown.get()).hasMessageContaining("continues, but did not end within 1 ms");
        assertThat(out()).isEmpty();
        release.countDown();
        await(() -> out().equals(List.of("order")));
    }

    @Test
    void anErrorRollsTheUnitBackAndIsReturnedToTheCaller() {
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .putsInUnit("put", "OUT")
                        .fails("bad", "100 / 0")
                        .connect("in.out -> put", "put.out -> bad");
        group.deploy("app", List.of(kit.build()));
        assertThatThrownBy(() -> in.call("order"))
                .hasMessage("the flow app/flow failed: node flow.bad failed: 100 / 0")
                .satisfies(
                        e -> {
                            MillraceException failed = (MillraceException) e;
                            assertThat(failed.code()).isEqualTo(ErrorCode.CALL_FAILED);
                            assertThat(failed.root().code())
                                    .isEqualTo(ErrorCode.ESQL_DIVIDE_BY_ZERO);
                        });
        assertThat(out()).isEmpty();
        assertThat(FlowKit.texts(queues, "BACKOUT")).as("a call has no backout").isEmpty();
        await(() -> group.status().getFirst().lastError().contains("MR2102"));
        assertThat(group.status().getFirst().instances().getFirst().state())
                .as("a failed call does not delay the next one")
                .isNotEqualTo(State.RETRYING);
    }

    @Test
    void theCatchAndFailureTerminalsHandleErrorsAsForQueues() {
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .fails("bad", "100 / 0")
                        .putsInUnit("caught", "OUT")
                        .putsInUnit("failed", "BACKOUT")
                        .connect("in.out -> bad", "in.catch -> caught", "in.failure -> failed");
        group.deploy("app", List.of(kit.build()));
        in.call("order");
        in.call("damaged");
        assertThat(out()).containsExactly("order");
        assertThat(FlowKit.texts(queues, "BACKOUT")).containsExactly("raw damaged");
    }

    @Test
    void aMessageThatCannotBeAssembledIsReturnedWithoutAFailureTerminal() {
        group.deploy("app", List.of(answering(in, "").build()));
        assertThatThrownBy(() -> in.call("damaged"))
                .hasMessage("the flow app/flow failed: the header is damaged");
    }

    @Test
    void statisticsCountCallsLikeMessages() {
        Counters counters = new Counters();
        group.observe((flow, instance) -> counters.slot(instance));
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .undoable(
                                "work",
                                c ->
                                        (terminal, message) -> {
                                            if (FlowKit.text(message).equals("bad")) {
                                                throw new IllegalStateException("bad");
                                            }
                                        })
                        .connect("in.out -> work");
        group.deploy("app", List.of(kit.build()));
        in.call("order");
        in.call("next");
        assertThatThrownBy(() -> in.call("bad")).isInstanceOf(MillraceException.class);
        Counters.Flow figures = counters.snapshot();
        assertThat(figures.messages()).isEqualTo(3);
        assertThat(figures.commits()).isEqualTo(2);
        await(() -> group.status().getFirst().instances().getFirst().messages() == 3);
        assertThat(calls()).isEqualTo(new CallStatus("in", 0, 0, 10, 0, "", true));
    }

    @Test
    void anInterruptWhileTheCallWaitsRemovesIt() throws Exception {
        group.deploy("app", List.of(holding(in).build()));
        FutureTask<String> running = start(() -> in.call("running"));
        await(() -> inside.get() == 1);
        FutureTask<Boolean> caller = new FutureTask<>(() -> interruptedBy(ErrorCode.FLOW_BUSY));
        Thread thread = Thread.ofPlatform().start(caller);
        await(() -> calls().waiting() == 1);
        thread.interrupt();
        assertThat(caller.get()).as("the thread stays interrupted").isTrue();
        assertThat(calls().waiting()).isZero();
        release.countDown();
        running.get();
        assertThat(out()).containsExactly("running");
    }

    @Test
    void anInterruptDuringTheMessageEndsTheCallButNotTheMessage() throws Exception {
        group.deploy("app", List.of(holding(in).build()));
        FutureTask<Boolean> caller =
                new FutureTask<>(() -> interruptedBy(ErrorCode.CALL_UNFINISHED));
        Thread thread = Thread.ofPlatform().start(caller);
        await(() -> inside.get() == 1);
        thread.interrupt();
        assertThat(caller.get()).as("the thread stays interrupted").isTrue();
        release.countDown();
        await(() -> out().equals(List.of("interrupted")));
    }

    private boolean interruptedBy(ErrorCode expected) {
        assertThatThrownBy(() -> in.call("interrupted"))
                .extracting(e -> ((MillraceException) e).code())
                .isEqualTo(expected);
        return Thread.currentThread().isInterrupted();
    }

    @Test
    void aThousandVirtualCallersShareFourInstances() throws Exception {
        TestCalls many = new TestCalls(1_000);
        Semaphore four = new Semaphore(4);
        FlowKit kit =
                new FlowKit("flow")
                        .settings(new FlowSettings(3, 0, 0))
                        .called("in", many)
                        .undoable(
                                "reply",
                                c ->
                                        (terminal, message) -> {
                                            assertThat(four.tryAcquire()).isTrue();
                                            Thread.yield();
                                            ((TestCalls.Text) c.called())
                                                    .reply(FlowKit.text(message));
                                            four.release();
                                        })
                        .connect("in.out -> reply");
        group.deploy("app", List.of(kit.build()));
        List<FutureTask<String>> callers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String text = "order" + i;
            callers.add(start(() -> many.call(text) + many.call(text)));
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(callers.get(i).get()).isEqualTo("order" + i + "order" + i);
        }
        assertThat(group.status().getFirst().instances()).hasSize(4);
    }

    @Test
    void callsThatArriveTogetherAreProcessedAtTheSameTimeByFreeInstances() throws Exception {
        TestCalls many = new TestCalls(10);
        CyclicBarrier four = new CyclicBarrier(4);
        FlowKit kit =
                new FlowKit("flow")
                        .settings(new FlowSettings(3, 0, 0))
                        .called("in", many)
                        .undoable(
                                "reply",
                                c ->
                                        (terminal, message) -> {
                                            meet(four);
                                            ((TestCalls.Text) c.called())
                                                    .reply(FlowKit.text(message));
                                        })
                        .connect("in.out -> reply");
        group.deploy("app", List.of(kit.build()));
        for (int round = 0; round < 100; round++) {
            List<FutureTask<String>> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(start(() -> many.call("order")));
            }
            for (FutureTask<String> caller : callers) {
                assertThat(caller.get()).isEqualTo("order");
            }
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFlowCanHaveAQueueInputAndACalledInput() {
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .input("queue", "IN", true, 1)
                        .putsInUnit("put", "OUT")
                        .connect("in.out -> put", "queue.out -> put");
        group.deploy("app", List.of(kit.build()));
        in.call("called");
        FlowKit.put(queues, "IN", "queued");
        await(() -> out().equals(List.of("called", "queued")));
        assertThat(group.status().getFirst().instances())
                .map(InstanceStatus::name)
                .containsExactly("eg/flow/in/1", "eg/flow/queue/1");
    }

    @Test
    void aFlowThatCallsItselfWithOneInstanceIsRefusedAfterItsTimeout() {
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .undoable("again", c -> (terminal, message) -> in.call("inner", 1))
                        .connect("in.out -> again");
        group.deploy("app", List.of(kit.build()));
        assertThatThrownBy(() -> in.call("outer"))
                .hasMessageContaining("no instance was free within 1 ms")
                .extracting(e -> ((MillraceException) e).root().code())
                .isEqualTo(ErrorCode.FLOW_BUSY);
    }

    /** A flow that reads a queue and calls the flow under test. */
    private static CompiledFlow caller(TestCalls calls) {
        return new FlowKit("caller")
                .input("in", "IN", true, 1)
                .undoable(
                        "call",
                        c ->
                                (terminal, message) -> {
                                    c.interruptible(true);
                                    try {
                                        calls.call(FlowKit.text(message));
                                    } finally {
                                        c.interruptible(false);
                                    }
                                })
                .connect("in.out -> call")
                .build();
    }

    private int backoutsOfInput() {
        return queues.browse("IN", 1).getFirst().descriptor().backoutCount();
    }

    @Test
    void aStoppedCallerNoLongerWaitsAndItsMessageStaysOnItsQueue() {
        group.deploy("app", List.of(holding(in).build()));
        try (ExecutionGroup hasty = new ExecutionGroup("hasty", services, HASTY)) {
            hasty.deploy("app", List.of(caller(in)));
            FlowKit.put(queues, "IN", "order");
            await(() -> inside.get() == 1);
            assertThat(hasty.stop("app", "caller")).isTrue();
        }
        assertThat(FlowKit.texts(queues, "IN")).containsExactly("order");
        assertThat(backoutsOfInput()).isZero();
        release.countDown();
        await(() -> out().equals(List.of("order")));
    }

    @Test
    void aMessageWhoseCallIsRefusedIsDeliveredAgainWithoutABackout() throws Exception {
        TestCalls one = new TestCalls(1);
        group.deploy("app", List.of(holding(one).build()));
        FutureTask<String> running = start(() -> one.call("running"));
        await(() -> inside.get() == 1);
        FutureTask<String> waiting = start(() -> one.call("waiting"));
        await(() -> calls().waiting() == 1);
        try (ExecutionGroup callers = new ExecutionGroup("callers", services, QUICK)) {
            callers.deploy("app", List.of(caller(one)));
            FlowKit.put(queues, "IN", "order");
            await(() -> callers.status().getFirst().lastError().contains("MR4013"));
            assertThat(backoutsOfInput()).isZero();
            release.countDown();
            await(() -> out().size() == 3);
        }
        running.get();
        waiting.get();
        assertThat(out()).containsExactly("running", "waiting", "order");
        assertThat(FlowKit.texts(queues, "BACKOUT")).isEmpty();
    }

    @Test
    void callsWaitWhileTheInstanceReconnectsToItsDatabase() throws Exception {
        FlakySources sources = new FlakySources();
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .node(
                                "work",
                                c ->
                                        (terminal, message) ->
                                                c.unit().enlist(c.database("STOCK", false)))
                        .connect("in.out -> work");
        try (ExecutionGroup waits =
                new ExecutionGroup("eg", FlowKit.services(queues, sources), QUICK)) {
            waits.deploy("app", List.of(kit.build()));
            sources.down(true);
            assertThatThrownBy(() -> in.call("order"))
                    .extracting(e -> ((MillraceException) e).root().code())
                    .isEqualTo(ErrorCode.DATABASE_DOWN);
            await(
                    () ->
                            waits.status().getFirst().instances().getFirst().state()
                                    == State.RECONNECTING);
            FutureTask<String> waiting = start(() -> in.call("order"));
            await(() -> waits.status().getFirst().calls().getFirst().waiting() == 1);
            sources.down(false);
            waiting.get();
        }
    }

    @Test
    void aDefectOfTheEngineEndsTheCall() {
        group.deploy("app", List.of(answering(in, "").build()));
        in.call("order");
        group.observe(
                (flow, instance) ->
                        new FlowObserver() {
                            @Override
                            public void began(String inputNode, int bytes) {
                                throw new IllegalStateException("defect");
                            }
                        });
        assertThatThrownBy(() -> in.call("order"))
                .hasMessageContaining("the instance of flow.in ended during the call");
        group.observe(ExecutionGroup.ObserverSource.NOBODY);
        assertThat(in.call("order")).isEqualTo("order");
    }

    @Test
    void aFailedCommitIsReturnedToTheCaller() {
        FlowKit kit =
                new FlowKit("flow")
                        .called("in", in)
                        .undoable(
                                "put",
                                c ->
                                        (terminal, message) -> {
                                            c.unit().enlist(new FailingParticipant());
                                        })
                        .connect("in.out -> put");
        group.deploy("app", List.of(kit.build()));
        assertThatThrownBy(() -> in.call("order"))
                .extracting(e -> ((MillraceException) e).root().getMessage())
                .isEqualTo("the disk is gone");
    }

    private static final class FailingParticipant implements Participant {
        @Override
        public Kind kind() {
            return Kind.QUEUE;
        }

        @Override
        public String label() {
            return "queues";
        }

        @Override
        public void commit() {
            throw new MillraceException(ErrorCode.INTERNAL, "the disk is gone");
        }

        @Override
        public void rollback() {}
    }

    @Test
    void aFlowWithoutAGroupProcessesACallInTheThreadOfTheCaller() {
        CompiledFlow flow = answering(in, "").build();
        TestCalls.Text message = new TestCalls.Text("order");
        try (FlowInstance instance = FlowInstance.open(flow, "in", "default", services)) {
            assertThat(instance.run(message).result()).isEqualTo(Outcome.Result.DONE);
            assertThat(message.reply().textOf("text")).isEqualTo("order");
            assertThat(instance.run(new TestCalls.Text("damaged")).result())
                    .isEqualTo(Outcome.Result.RETURNED);
        }
    }
}
