package io.millrace.engine.runtime;

import static io.millrace.engine.runtime.FlowKit.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls of flows that are stopped, replaced or removed, or that run in several groups. */
@Timeout(300)
class CalledInputChangesTest extends CalledFlows {

    @Test
    void aStopRefusesWaitingCallsAndLetsTheMessageInProgressEnd() throws Exception {
        group.deploy("app", List.of(holding(in).build()));
        FutureTask<String> running = start(() -> in.call("running"));
        await(() -> inside.get() == 1);
        FutureTask<String> waiting = start(() -> in.call("waiting"));
        await(() -> calls().waiting() == 1);
        Thread stopper = Thread.ofPlatform().start(() -> group.stop("app", "flow"));
        assertThat(code(waiting)).isEqualTo(ErrorCode.FLOW_STOPPED);
        assertThatThrownBy(() -> in.call("later")).hasMessageContaining("it is stopped");
        release.countDown();
        running.get();
        stopper.join();
        assertThat(out()).containsExactly("running");
        assertThat(in.events()).containsExactly("open", "close");
        group.start("app", "flow");
        in.call("started again");
        assertThat(out()).containsExactly("running", "started again");
    }

    @Test
    void aStopAbandonsAMessageThatExceedsTheDrainTime() throws Exception {
        try (ExecutionGroup hasty = new ExecutionGroup("hasty", services, HASTY)) {
            hasty.deploy("app", List.of(holding(in).build()));
            FutureTask<String> running = start(() -> in.call("running"));
            await(() -> inside.get() == 1);
            assertThat(hasty.stop("app", "flow")).isTrue();
            assertThat(code(running)).isEqualTo(ErrorCode.CALL_FAILED);
        }
        assertThat(out()).isEmpty();
    }

    @Test
    void aDeploymentBetweenTwoCallsIsVisibleAndOpensTheNewVersionFirst() {
        group.deploy("app", List.of(answering(in, "v1 ").build()));
        assertThat(in.call("order")).isEqualTo("v1 order");
        TestCalls next = in.next();
        group.deploy("app", List.of(answering(next, "v2 ").build()));
        assertThat(in.call("through the old entry")).isEqualTo("v2 through the old entry");
        assertThat(next.call("order")).isEqualTo("v2 order");
        assertThat(in.events()).containsExactly("open", "open", "close");
    }

    @Test
    void callsThatWaitDuringADeploymentAreProcessedByTheNewVersion() throws Exception {
        group.deploy("app", List.of(holding(in).build()));
        FutureTask<String> running = start(() -> in.call("running"));
        await(() -> inside.get() == 1);
        FutureTask<String> waiting = start(() -> in.call("waiting"));
        await(() -> calls().waiting() == 1);
        TestCalls next = in.next();
        Thread deployer =
                Thread.ofPlatform()
                        .start(() -> group.deploy("app", List.of(answering(next, "v2 ").build())));
        await(() -> in.events().size() == 2);
        await(() -> deployer.getState() == Thread.State.TIMED_WAITING);
        release.countDown();
        running.get();
        assertThat(waiting.get()).isEqualTo("v2 waiting");
        deployer.join();
    }

    @Test
    void aDeploymentThatFailsKeepsTheOldVersionAndItsCalls() throws Exception {
        try (ExecutionGroup hasty = new ExecutionGroup("hasty", services, HASTY)) {
            hasty.deploy("app", List.of(holding(in).build()));
            FutureTask<String> running = start(() -> in.call("running"));
            await(() -> inside.get() == 1);
            FutureTask<String> waiting = start(() -> in.call("waiting"));
            await(() -> hasty.status().getFirst().calls().getFirst().waiting() == 1);
            CompiledFlow next = answering(new TestCalls(3), "v2 ").build();
            assertThatThrownBy(() -> hasty.deploy("app", List.of(next)))
                    .hasMessageContaining("still processed a message: [hasty/flow/in/1]");
            assertThat(hasty.status().getFirst().calls().getFirst().maxWaiting()).isEqualTo(10);
            release.countDown();
            running.get();
            waiting.get();
        }
        assertThat(out()).containsExactly("running", "waiting");
    }

    @Test
    void anUndeployedFlowRefusesCalls() {
        group.deploy("app", List.of(answering(in, "").build()));
        in.call("order");
        group.undeploy("app");
        assertThatThrownBy(() -> in.call("order"))
                .extracting(e -> ((MillraceException) e).code())
                .isEqualTo(ErrorCode.FLOW_STOPPED);
    }

    @Test
    void replacingAndStoppingUnderLoadLosesNoCallAndProcessesNoneTwice() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        group.deploy("app", List.of(counting(in)));
        List<FutureTask<String>> callers = new ArrayList<>();
        for (int caller = 0; caller < 8; caller++) {
            String name = "caller" + caller + "-";
            callers.add(
                    start(
                            () -> {
                                for (int i = 0; i < 200; i++) {
                                    callUntilAccepted(name + i);
                                    accepted.incrementAndGet();
                                }
                                return "";
                            }));
        }
        for (int version = 0; accepted.get() < 1_600; version++) {
            group.deploy("app", List.of(counting(in.next())));
            if (version % 5 == 2) {
                assertThat(group.stop("app", "flow")).isTrue();
                group.start("app", "flow");
            }
        }
        for (FutureTask<String> caller : callers) {
            caller.get();
        }
        assertThat(out()).hasSize(1_600).doesNotHaveDuplicates();
    }

    private CompiledFlow counting(TestCalls calls) {
        return new FlowKit("flow")
                .settings(new FlowSettings(1, 0, 0))
                .called("in", calls)
                .putsInUnit("put", "OUT")
                .connect("in.out -> put")
                .build();
    }

    private void callUntilAccepted(String text) {
        while (true) {
            try {
                in.call(text);
                return;
            } catch (MillraceException refused) {
                assertThat(refused.code()).isEqualTo(ErrorCode.FLOW_STOPPED);
                Thread.yield();
            }
        }
    }

    @Test
    void twoGroupsShareTheCallsOfAFlow() {
        try (ExecutionGroup other = new ExecutionGroup("other", services, QUICK)) {
            group.deploy("app", List.of(answering(in, "").build()));
            other.deploy("app", List.of(answering(in.next(), "").build()));
            group.undeploy("app");
            assertThat(in.call("order")).isEqualTo("order");
        }
        assertThatThrownBy(() -> in.call("order")).hasMessageContaining("it is stopped");
    }
}
