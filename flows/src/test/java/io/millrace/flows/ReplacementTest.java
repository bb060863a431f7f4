package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * What becomes of the old version when the new one cannot take its place; with a node type of a
 * user's own.
 */
class ReplacementTest {

    private static final Duration LONG = Duration.ofSeconds(240);

    @TempDir static Path folder;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private Broker broker;

    @BeforeEach
    void start() {
        GateNode.reset();
        Thread.currentThread().setContextClassLoader(GateNode.loader(folder));
        broker = Broker.builder().drainTimeout(Duration.ofMillis(100)).start();
    }

    @AfterEach
    void close() {
        GateNode.gate.countDown();
        broker.close();
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Two flows in two groups; the second one has the gate. */
    private static Application application(String target) {
        return Application.of(
                "app",
                Map.of(
                        "plain.flow.yaml",
                        """
                        flow: plain
                        nodes:
                          in:  {type: MQInput, queue: PLAIN.IN}
                          out: {type: MQOutput, queue: %s}
                        connections:
                          in.out: out
                        """
                                .formatted(target),
                        "gated.flow.yaml",
                        """
                        flow: gated
                        nodes:
                          in:   {type: MQInput, queue: GATED.IN}
                          gate: {type: Gate}
                          out:  {type: MQOutput, queue: %s}
                        connections:
                          in.out: gate
                          gate.out: out
                        """
                                .formatted(target),
                        "application.yaml",
                        """
                        executionGroups:
                          first: {flows: [plain]}
                          second: {flows: [gated]}
                        subscriptions:
                          - {topic: news, queue: %s}
                        """
                                .formatted(target)));
    }

    private String text(String queue) {
        return broker.get(queue, LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    void aGroupThatChangedGetsItsFlowsBackWhenAnotherOneFails() {
        broker.deploy(application("OLD"));
        Application next = application("NEW");
        GateNode.broken = true;

        assertThatThrownBy(() -> broker.deploy(next)).hasMessageContaining("the gate is broken");
        assertThat(broker.queues())
                .extracting(QueueStatus::name)
                .contains("OLD")
                .doesNotContain("NEW");
        GateNode.broken = false;
        broker.put("PLAIN.IN", "plain");
        assertThat(text("OLD")).isEqualTo("plain");
        broker.put("GATED.IN", "gated");
        assertThat(text("OLD")).isEqualTo("gated");
        assertThat(broker.deployments()).hasSize(1);
    }

    @Test
    void aFirstDeploymentThatFailsLeavesNothingBehind() {
        GateNode.broken = true;
        Application application = application("OLD");

        assertThatThrownBy(() -> broker.deploy(application))
                .hasMessageContaining("the gate is broken");

        assertThat(broker.deployments()).isEmpty();
        assertThat(broker.statistics()).isEmpty();
        assertThat(broker.queues())
                .extracting(QueueStatus::name)
                .containsExactly(QueueStore.DEAD_LETTER_QUEUE);
    }

    @Test
    void aMessageThatDoesNotEndInTimeKeepsItsVersion() throws InterruptedException {
        broker.deploy(application("OLD"));
        GateNode.gate = new CountDownLatch(1);
        broker.put("GATED.IN", "slow");
        GateNode.arrived.await();
        Application next = application("NEW");

        assertThatThrownBy(() -> broker.deploy(next))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.FLOW_STOPPED));
        assertThatThrownBy(() -> broker.undeploy("app")).isInstanceOf(MillraceException.class);
        assertThat(broker.awaitIdle(Duration.ofMillis(20))).isFalse();
        GateNode.gate.countDown();

        assertThat(text("OLD")).isEqualTo("slow");
        broker.deploy(next);
        broker.put("GATED.IN", "quick");
        assertThat(text("NEW")).isEqualTo("quick");
    }
}
