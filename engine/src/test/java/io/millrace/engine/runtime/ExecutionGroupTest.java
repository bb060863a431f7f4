package io.millrace.engine.runtime;

import static io.millrace.engine.runtime.FlowKit.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.observe.Counters;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.InstanceStatus.State;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

@Timeout(300)
class ExecutionGroupTest {

    private static final ExecutionGroup.Options QUICK =
            new ExecutionGroup.Options(1, new RetryDelay(1, 20), 20_000);

    private final MemoryQueues queues = FlowKit.queues("IN", "OUT", "BACKOUT");
    private final ExecutionGroup group = new ExecutionGroup("eg", FlowKit.services(queues), QUICK);

    @AfterEach
    void stop() {
        group.close();
    }

    private static FlowKit copying(String flow) {
        return new FlowKit(flow)
                .input("in", "IN", true, 100)
                .puts("out", "OUT")
                .connect("in.out -> out");
    }

    private long depth(String queue) {
        return queues.status(queue).depth();
    }

    @Test
    void threadsAreNamedAfterGroupFlowInputAndNumber() {
        ConcurrentHashMap<String, Boolean> names = new ConcurrentHashMap<>();
        FlowKit kit =
                new FlowKit("flow")
                        .settings(new FlowSettings(1, 1, 0))
                        .input("in", "IN", true, 1)
                        .node(
                                "see",
                                c ->
                                        (in, message) ->
                                                names.put(Thread.currentThread().getName(), true))
                        .connect("in.out -> see");
        try (ExecutionGroup two =
                new ExecutionGroup("eg", FlowKit.services(queues), QUICK.copies(2))) {
            two.deploy("app", List.of(kit.build()));
            assertThat(two.status().getFirst().instances())
                    .map(InstanceStatus::name)
                    .containsExactly(
                            "eg/flow/in/1", "eg/flow/in/2", "eg/flow/in/3", "eg/flow/in/4");
            FlowKit.put(queues, "IN", "order");
            await(() -> !names.isEmpty());
        }
        assertThat(names.keySet()).allMatch(n -> n.startsWith("eg/flow/in/"));
    }

    @Test
    void replacingAndStoppingUnderLoadLosesNothing() {
        int messages = 3_000;
        String[] texts =
                IntStream.range(0, messages).mapToObj(Integer::toString).toArray(String[]::new);
        Thread driver =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (String text : texts) {
                                        FlowKit.put(queues, "IN", text);
                                    }
                                });
        for (int version = 0; depth("OUT") < messages; version++) {
            FlowKit next = copying("flow").settings(new FlowSettings(version % 3, version % 2, 0));
            group.deploy("app", List.of(next.build()));
            if (version % 5 == 4) {
                group.undeploy("app");
            }
            if (version % 5 == 2) {
                assertThat(group.stop("app", "flow")).isTrue();
                group.start("app", "flow");
            }
        }
        group.close();
        assertThat(driver.isAlive() && depth("OUT") < messages).isFalse();
        assertThat(FlowKit.texts(queues, "OUT")).containsExactlyInAnyOrder(texts);
        assertThat(depth("IN")).isZero();
        assertThat(depth("BACKOUT")).isZero();
    }

    @Test
    void oneInstanceKeepsTheOrderAlsoWhenItIsReplaced() {
        String[] texts = IntStream.range(0, 500).mapToObj(Integer::toString).toArray(String[]::new);
        FlowKit.put(queues, "IN", texts);
        AtomicInteger version = new AtomicInteger();
        while (depth("OUT") < texts.length) {
            group.deploy("app", List.of(copying("flow").build()));
            version.incrementAndGet();
        }
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly(texts);
    }

    @Test
    void aDeploymentThatFailsChangesNothing() {
        group.deploy("app", List.of(copying("flow").build()));
        FlowKit broken =
                copying("flow")
                        .node(
                                "bad",
                                c -> {
                                    throw new MillraceException(
                                            ErrorCode.BAD_VALUE, "cannot be made");
                                });
        CompiledFlow flow = broken.connect("out.out -> bad").build();
        assertThatThrownBy(() -> group.deploy("app", List.of(flow))).hasMessage("cannot be made");
        FlowKit.put(queues, "IN", "order");
        await(() -> depth("OUT") == 1);
    }

    @Test
    void aMessageThatDoesNotEndKeepsTheOldVersion() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        FlowKit slow =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .node("wait", waiting(entered, release))
                        .puts("out", "OUT")
                        .connect("in.out -> wait", "wait.out -> out");
        var options = new ExecutionGroup.Options(1, RetryDelay.DEFAULT, 50);
        try (ExecutionGroup impatient =
                new ExecutionGroup("eg", FlowKit.services(queues), options)) {
            impatient.deploy("app", List.of(slow.build()));
            FlowKit.put(queues, "IN", "order");
            await(() -> entered.getCount() == 0);
            assertThatThrownBy(() -> impatient.deploy("app", List.of(copying("flow").build())))
                    .hasMessageContaining("still processed a message: [eg/flow/in/1]");
            release.countDown();
            await(() -> depth("OUT") == 1);
        }
    }

    private static NodePlan waiting(CountDownLatch entered, CountDownLatch release) {
        return c -> {
            var out = c.terminal("out");
            return (in, message) -> {
                entered.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                out.propagate(message);
            };
        };
    }

    @Test
    void aStopLetsTheMessageUnderWayEnd() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        FlowKit slow =
                new FlowKit("flow")
                        .input("in", "IN", true, 1)
                        .node("wait", waiting(entered, release))
                        .puts("out", "OUT")
                        .connect("in.out -> wait", "wait.out -> out");
        group.deploy("app", List.of(slow.build()));
        FlowKit.put(queues, "IN", "order", "next");
        await(() -> entered.getCount() == 0);
        Thread stopper = Thread.ofPlatform().start(() -> group.stop("app", "flow"));
        await(() -> stopper.getState() == Thread.State.TIMED_WAITING);
        // The status does not wait until the message has ended.
        assertThat(group.status().getFirst().instances())
                .extracting(InstanceStatus::state)
                .contains(State.WORKING);
        release.countDown();
        await(() -> !stopper.isAlive());
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("order");
        assertThat(FlowKit.texts(queues, "IN")).containsExactly("next");
        FlowStatus status = group.status().getFirst();
        assertThat(status.running()).isFalse();
        assertThat(status.instances()).allMatch(i -> i.state() == State.STOPPED);
    }

    @Test
    void aStopEndsTheDelayBeforeARetry() {
        var patient = new ExecutionGroup.Options(1, new RetryDelay(3_600_000, 3_600_000), 20_000);
        try (ExecutionGroup waits = new ExecutionGroup("eg", FlowKit.services(queues), patient)) {
            FlowKit kit =
                    new FlowKit("flow")
                            .input("in", "IN", true, 5)
                            .fails("bad", "100 / 0")
                            .connect("in.out -> bad");
            waits.deploy("app", List.of(kit.build()));
            FlowKit.put(queues, "IN", "order");
            await(() -> waits.status().getFirst().instances().getFirst().state() == State.RETRYING);
            assertThat(waits.status().getFirst().lastError())
                    .contains("MR2102")
                    .contains("flow.bad");
            assertThat(waits.stop("app", "flow")).isTrue();
        }
    }

    @Test
    void aMessageThatItsInputNodePostponesDoesNotDelayTheInstance() {
        var patient = new ExecutionGroup.Options(1, new RetryDelay(3_600_000, 3_600_000), 20_000);
        try (ExecutionGroup goesOn = new ExecutionGroup("eg", FlowKit.services(queues), patient)) {
            FlowKit kit =
                    new FlowKit("flow")
                            .input("in", "IN", true, 2)
                            .fails("bad", "100 / 0")
                            .connect("in.out -> bad");
            goesOn.deploy("app", List.of(kit.build()));
            FlowKit.put(queues, "IN", "postponed");
            await(() -> depth("BACKOUT") == 1);
            assertThat(goesOn.status().getFirst().lastError()).matches("(?s).*(flow.bad|MR4006).*");
        }
    }

    @Test
    void aFullOutputQueueHoldsTheInputUpAndThenGoesOnInOrder() {
        queues.create(new QueueDefinition("OUT", 2, true, 0, ""));
        FlowKit kit = copying("flow").settings(new FlowSettings(0, 1, 0));
        group.deploy("app", List.of(kit.build()));
        FlowKit.put(queues, "IN", "1", "2", "3", "4");
        await(() -> group.status().getFirst().lastError().contains("MR5002"));
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("1", "2");
        queues.create(new QueueDefinition("OUT", 0, true, 0, ""));
        await(() -> depth("OUT") == 4);
        assertThat(FlowKit.texts(queues, "OUT")).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aStoreThatIsDownIsConnectedToAgain() {
        FlakyStore flaky = new FlakyStore(queues);
        try (ExecutionGroup reconnects = new ExecutionGroup("eg", FlowKit.services(flaky), QUICK)) {
            reconnects.deploy("app", List.of(copying("flow").build()));
            FlowKit.put(queues, "IN", "before");
            await(() -> depth("OUT") == 1);
            flaky.down(true);
            await(
                    () ->
                            reconnects.status().getFirst().instances().getFirst().state()
                                    == State.RECONNECTING);
            FlowKit.put(queues, "IN", "after");
            flaky.down(false);
            await(() -> depth("OUT") == 2);
        }
        assertThat(flaky.sessions()).isGreaterThan(1);
        // A reader that is opened while its instance is stopped would not notice the stop.
        assertThat(flaky.firstTimeouts()).isNotEmpty().containsOnly(0L);
    }

    @Test
    void aMessageIsNotTriedAgainBeforeItsDatabaseIsThere() {
        FlakySources sources = new FlakySources();
        FlowKit kit =
                new FlowKit("flow")
                        .input("in", "IN", true, 3)
                        .node(
                                "work",
                                c -> {
                                    var out = c.terminal("out");
                                    return (in, message) -> {
                                        c.unit().enlist(c.database("STOCK", false));
                                        out.propagate(message);
                                    };
                                })
                        .puts("out", "OUT")
                        .connect("in.out -> work", "work.out -> out");
        sources.down(true);
        try (ExecutionGroup waits =
                new ExecutionGroup("eg", FlowKit.services(queues, sources), QUICK)) {
            waits.deploy("app", List.of(kit.build()));
            FlowKit.put(queues, "IN", "order");
            await(() -> sources.refused() > 10);
            assertThat(queues.browse("IN", 1).getFirst().descriptor().backoutCount())
                    .as("it is not to blame")
                    .isZero();
            sources.down(false);
            await(() -> depth("OUT") == 1);
        }
        assertThat(depth("BACKOUT")).isZero();
    }

    @Test
    void observersAreChosenFromTheNextMessageOn() {
        Counters counters = new Counters();
        group.deploy("app", List.of(copying("flow").build()));
        FlowKit.put(queues, "IN", "unseen");
        await(() -> depth("OUT") == 1);
        group.observe((flow, instance) -> counters.slot(instance));
        FlowKit.put(queues, "IN", "seen");
        await(() -> depth("OUT") == 2);
        await(() -> counters.snapshot().commits() == 1);
        assertThat(counters.snapshot().messages()).isOne();
    }

    @Test
    void statusCountsMessagesAndSaysWhenAllWait() {
        group.deploy("app", List.of(copying("flow").build()));
        FlowKit.put(queues, "IN", "1", "2", "3");
        await(() -> depth("OUT") == 3);
        await(() -> group.status().getFirst().isWaiting());
        await(() -> group.status().getFirst().instances().getFirst().messages() == 3);
    }

    /** A flow whose node goes on until it is told that the flow is stopped. */
    private static FlowKit endless(CountDownLatch entered) {
        return new FlowKit("flow")
                .input("in", "IN", true, 100)
                .undoable(
                        "loops",
                        c ->
                                (in, message) -> {
                                    entered.countDown();
                                    while (!c.isStopped()) {
                                        Thread.onSpinWait();
                                    }
                                    throw new MillraceException(ErrorCode.FLOW_STOPPED, "told to");
                                })
                .connect("in.out -> loops");
    }

    @Test
    void aMessageThatDoesNotEndIsAbandonedWhenItsFlowIsStopped() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        ExecutionGroup.Options impatient = new ExecutionGroup.Options(1, new RetryDelay(1, 20), 20);
        try (ExecutionGroup hasty =
                new ExecutionGroup("hasty", FlowKit.services(queues), impatient)) {
            hasty.deploy("app", List.of(endless(entered).build()));
            FlowKit.put(queues, "IN", "endless");
            entered.await();

            assertThat(hasty.stop("app", "flow")).isTrue();
            assertThat(depth("IN")).isEqualTo(1);
        }
    }

    @Test
    void aMessageThatDoesNotEndIsAbandonedWhenItsFlowIsTakenAwayButNotWhenItIsReplaced()
            throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        ExecutionGroup.Options impatient = new ExecutionGroup.Options(1, new RetryDelay(1, 20), 20);
        try (ExecutionGroup hasty =
                new ExecutionGroup("hasty", FlowKit.services(queues), impatient)) {
            CompiledFlow flow = endless(entered).build();
            hasty.deploy("app", List.of(flow));
            FlowKit.put(queues, "IN", "endless");
            entered.await();

            assertThatThrownBy(() -> hasty.deploy("app", List.of(flow)))
                    .hasMessageContaining("still processed");
            assertThat(hasty.status().getFirst().instances().getFirst().state())
                    .isEqualTo(State.WORKING);

            hasty.undeploy("app");
            assertThat(depth("IN")).isEqualTo(1);
            assertThat(hasty.status()).isEmpty();
        }
    }
}
