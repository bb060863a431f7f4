package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.flows.broker.Deployment;
import io.millrace.flows.broker.FlowStatistics;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

class BrokerTest {

    private static final Duration LONG = Duration.ofSeconds(240);

    @TempDir Path folder;

    private Broker broker =
            Broker.builder()
                    .statistics(true)
                    .retryDelay(Duration.ofMillis(1), Duration.ofMillis(5))
                    .start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static String through(String from, String to) {
        return """
        flow: through
        nodes:
          in:   {type: MQInput, queue: %s}
          copy: {type: Passthrough}
          out:  {type: MQOutput, queue: %s}
        connections:
          in.out: copy
          copy.out: out
        """
                .formatted(from, to);
    }

    private static Application application(String... flows) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < flows.length; i++) {
            files.put("flow" + i + ".flow.yaml", flows[i]);
        }
        return Application.of("app", files);
    }

    private String text(String queue) {
        return broker.get(queue, LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private long depth(String queue) {
        return broker.queues().stream()
                .filter(q -> q.name().equals(queue))
                .mapToLong(QueueStatus::depth)
                .sum();
    }

    @Test
    void twoApplicationsCannotSpecifyDifferentAttributesOfAQueue() {
        Application first = listing("first", "{A: {maxDepth: 10}, B: {}}", "A", "B");
        broker.deploy(first);
        assertThatThrownBy(() -> broker.deploy(listing("second", "{A: {maxDepth: 20}}", "A", "A")))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e -> {
                            assertThat(e.problems()).hasSize(1);
                            assertThat(e.problems().getFirst().render())
                                    .startsWith("application.yaml:1:24: error MR1014")
                                    .contains("queue A has the attributes {maxDepth: 20}")
                                    .contains("{maxDepth: 10} in the application first")
                                    .contains("(application.yaml:1:24)");
                        });
        broker.deploy(listing("third", "[A, B]", "A", "B"));
        assertThat(broker.store().definition("A").orElseThrow().maxDepth()).isEqualTo(10);
        broker.deploy(listing("first", "{A: {maxDepth: 30}, B: {}}", "A", "B"));
        assertThat(broker.store().definition("A").orElseThrow().maxDepth()).isEqualTo(30);
    }

    private static Application listing(String name, String queues, String from, String to) {
        return Application.of(
                name,
                Map.of(
                        "application.yaml",
                        "queues: " + queues + "\n",
                        name + ".flow.yaml",
                        through(from, to).replace("flow: through", "flow: " + name)));
    }

    @Test
    void aDeployedApplicationMovesMessages() throws IOException {
        Files.writeString(folder.resolve("through.flow.yaml"), through("A", "B"));
        Files.writeString(folder.resolve("application.yaml"), "{name: moving, version: 1.2.0}");

        Deployment deployment = broker.deploy(folder);
        broker.put("A", "hello");

        assertThat(text("B")).isEqualTo("hello");
        assertThat(deployment)
                .isEqualTo(
                        new Deployment(
                                "moving", "1.2.0", List.of("through"), List.of("A"), List.of()));
        assertThat(broker.deployments()).containsExactly(deployment);
    }

    @Test
    void whatWasPutWaitsUntilAFlowReadsIt() {
        broker.deploy(application(through("A", "B")));
        broker.undeploy("app");
        broker.put("A", new byte[] {1, 2, 3});

        assertThat(broker.browse("A", 10)).hasSize(1);
        broker.deploy(application(through("A", "B")));

        assertThat(broker.get("B", LONG)).get().extracting(m -> m.body().hex()).isEqualTo("010203");
    }

    @Test
    void aReplacementTakesOverTheQueuesOfTheOldVersion() {
        broker.deploy(application(through("A", "B")));
        broker.deploy(application(through("A", "C")));
        broker.put("A", "hello");

        assertThat(text("C")).isEqualTo("hello");
        assertThat(broker.deployments()).hasSize(1);
    }

    @Test
    void aFlowThatTheNewVersionDoesNotHaveEnds() {
        String other = through("X", "Y").replace("flow: through", "flow: other");
        broker.deploy(application(through("A", "B"), other));
        broker.deploy(application(through("A", "B")));
        broker.put("X", "nobody");
        broker.put("A", "somebody");

        assertThat(text("B")).isEqualTo("somebody");
        assertThat(depth("X")).isEqualTo(1);
        assertThat(broker.statistics()).extracting(FlowStatistics::flow).containsExactly("through");
    }

    @Test
    void theOldVersionKeepsRunningWhereTheNewOneHasErrors() throws IOException {
        Path file = folder.resolve("through.flow.yaml");
        Files.writeString(file, through("A", "B"));
        Files.writeString(folder.resolve("application.yaml"), "{name: app}");
        broker.deploy(folder);
        Files.writeString(file, through("A", "B").replace("Passthrough", "Pass"));

        assertThatThrownBy(() -> broker.deploy(folder))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("unknown node type Pass");
        broker.put("A", "still there");

        assertThat(text("B")).isEqualTo("still there");
    }

    @Test
    void replacingAndUndeployingUnderLoadLosesNothingAndDoublesNothing() throws Exception {
        Application one = application(through("A", "B"));
        Application two =
                application("additionalInstances: 2\n" + through("A", "B").replace("copy", "step"));
        broker.deploy(one);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger sent = new AtomicInteger();
        CompletableFuture<Void> sender =
                CompletableFuture.runAsync(
                        () -> {
                            while (!stop.get()) {
                                broker.put("A", Integer.toString(sent.getAndIncrement()));
                            }
                        });
        for (int i = 0; i < 25; i++) {
            broker.deploy(i % 2 == 0 ? two : one);
            if (i % 5 == 4) {
                broker.undeploy("app");
                broker.deploy(one);
            }
        }
        stop.set(true);
        sender.get();
        assertThat(broker.awaitIdle(LONG)).isTrue();

        Set<String> seen = new HashSet<>();
        List<QueueMessage> messages = broker.browse("B", Integer.MAX_VALUE);
        messages.forEach(m -> seen.add(m.body().text(StandardCharsets.UTF_8)));
        assertThat(messages).hasSize(sent.get());
        assertThat(seen).hasSize(sent.get());
        assertThat(depth("A")).isZero();
    }

    @Test
    void closingEndsMessagesThatAreUnderWay() {
        broker.deploy(application(through("A", "B")));
        for (int i = 0; i < 500; i++) {
            broker.put("A", "m" + i);
        }
        broker.close();
        broker.close();

        assertThatThrownBy(() -> broker.put("A", "late")).isInstanceOf(MillraceException.class);
    }

    @Test
    void aBrokerIsIdleWhenChainsOfFlowsAreThrough() {
        broker.deploy(
                application(
                        through("A", "B"),
                        through("B", "C").replace("flow: through", "flow: second"),
                        through("C", "D").replace("flow: through", "flow: third")));
        for (int i = 0; i < 1000; i++) {
            broker.put("A", "m" + i);
        }

        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(depth("D")).isEqualTo(1000);
    }

    @Test
    void aMessageThatNobodyCanProcessKeepsTheBrokerFromBeingIdle() {
        broker.deploy(application(through("A", "B")));
        broker.createQueue(new QueueDefinition("B", 1, true, 0, ""));
        broker.put("B", "full");
        broker.deploy(
                application(
                        through("A", "B")
                                .replace("queue: A", "queue: A, backoutThreshold: 1000000")));
        broker.put("A", "stuck");

        assertThat(broker.awaitIdle(Duration.ofMillis(50))).isFalse();
    }

    @Test
    void statisticsCountFlowsAndNodes() {
        broker.deploy(application(through("A", "B")));
        for (int i = 0; i < 10; i++) {
            broker.put("A", "12345");
        }
        assertThat(broker.awaitIdle(LONG)).isTrue();

        FlowStatistics flow = broker.statistics().getFirst();
        assertThat(flow.messages()).isEqualTo(10);
        assertThat(flow.figures().bytes()).isEqualTo(50);
        assertThat(flow.figures().nodes().get("through.copy").in()).isEqualTo(10);
        assertThat(flow.executionGroup()).isEqualTo("default");
    }

    @Test
    void anApplicationSaysInWhichGroupsItsFlowsRunAndHowOften() {
        Map<String, String> files =
                Map.of(
                        "through.flow.yaml",
                        through("A", "B"),
                        "application.yaml",
                        """
                        executionGroups:
                          fast: {flows: {through: {copies: 2, additionalInstances: 1}}}
                          slow: {flows: [through]}
                        """);
        broker.deploy(Application.of("app", files));

        assertThat(broker.statistics())
                .extracting(s -> s.executionGroup() + " " + s.instances().size())
                .containsExactly("fast 4", "slow 1");
        broker.undeploy("app");
        assertThat(broker.statistics()).isEmpty();
    }

    @Test
    void aListOfQueuesInTheBrokersFileIsComplete() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("broker.yaml"), "{name: STRICT, queues: [A, DONE]}");
        try (Broker strict = Broker.builder().configuration(file).start()) {
            assertThat(strict.name()).isEqualTo("STRICT");
            assertThatThrownBy(() -> strict.deploy(application(through("A", "DNOE"))))
                    .isInstanceOf(ProblemsException.class)
                    .hasMessageContaining("the queue DNOE is not in the list of queues")
                    .hasMessageContaining("did you mean DONE?");
            assertThat(strict.deployments()).isEmpty();
            strict.deploy(application(through("A", "DONE")));
        }
    }

    @Test
    void aFlowThatUsesAModelOfTheBrokerAsAQueueIsRefused() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        "queues: {A: {}, DONE: {}, M: {model: permanent}}");
        try (Broker strict = Broker.builder().configuration(file).start()) {
            assertThatThrownBy(() -> strict.deploy(application(through("A", "M"))))
                    .isInstanceOf(ProblemsException.class)
                    .hasMessageContaining("MR5024: the queue M is a model, which has no messages");
            assertThat(strict.deployments()).isEmpty();
            strict.deploy(application(through("A", "DONE")));
        }
    }

    @Test
    void aGroupOrDataSourceThatTheBrokerDoesNotHaveIsAnError() throws IOException {
        Path file = Files.writeString(folder.resolve("broker.yaml"), "executionGroups: [fast]");
        Map<String, String> files =
                Map.of(
                        "through.flow.yaml",
                        through("A", "B")
                                .replace(
                                        "Passthrough",
                                        "Filter, expression: 'TRUE', dataSource: STOCK")
                                .replace("copy.out", "copy.true"),
                        "application.yaml",
                        "executionGroups: {fats: {flows: [through]}}");
        try (Broker strict = Broker.builder().configuration(file).start()) {
            assertThatThrownBy(() -> strict.deploy(Application.of("app", files)))
                    .isInstanceOf(ProblemsException.class)
                    .hasMessageContaining("the broker has no execution group fats")
                    .hasMessageContaining("did you mean fast?")
                    .hasMessageContaining("the data source STOCK is not in the list");
        }
    }

    @Test
    void unknownNamesAreErrorsThatSaySo() {
        assertThatThrownBy(() -> broker.undeploy("app"))
                .isInstanceOf(MillraceException.class)
                .hasMessage("the application app is not deployed; no application is deployed");
        assertThatThrownBy(() -> broker.put("NONE", "x"))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_QUEUE));
        assertThatThrownBy(() -> broker.deploy(folder.resolve("none")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("the file or folder does not exist");
    }

    @Test
    void theStoreModuleIsNamedWhereItIsMissing() {
        assertThatThrownBy(() -> Broker.builder().home(folder).start())
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("millrace-store");
    }

    @Test
    void aTextIsPutAsOne() {
        broker.deploy(application(through("A", "B")));
        Mqmd put = broker.put("A", "grün");
        QueueMessage got = broker.get("B", LONG).orElseThrow();

        assertThat(got.descriptor().format()).isEqualTo("MQSTR");
        assertThat(got.descriptor().codedCharSetId()).isEqualTo(1208);
        assertThat(got.descriptor().msgId()).isEqualTo(put.msgId());
        assertThat(got.body().text(StandardCharsets.UTF_8)).isEqualTo("grün");
    }

    @Test
    void aUnitHoldsAsManyMessagesAsTheConfigurationSays() throws IOException {
        Path yaml = Files.writeString(folder.resolve("broker.yaml"), "maxUncommittedMessages: 2\n");
        try (Broker configured = Broker.builder().configuration(yaml).start();
                QueueSession session = configured.session()) {
            configured.createQueue(QueueDefinition.named("Q"));
            QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8("m"));
            session.put("Q", message, true);
            session.put("Q", message, true);
            assertThatThrownBy(() -> session.put("Q", message, true))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIT_TOO_LARGE));
        }
    }

    @Test
    void aHomeFolderChoosesEmbeddedQueuesUnlessAUrlIsSaid(@TempDir Path home) {
        assertThat(Broker.builder().isEmbedded()).isFalse();
        assertThat(Broker.builder().home(home).isEmbedded()).isTrue();
        assertThat(Broker.builder().home(home).url("tcp://there:1").isEmbedded()).isFalse();
        assertThat(Broker.builder().url("tcp://there:1").home(home).isEmbedded()).isFalse();
        assertThat(Broker.builder().url("tcp://there:1").embedded().isEmbedded()).isTrue();
        assertThat(Broker.builder().url("tcp://there:1").memory().home(home).isEmbedded()).isTrue();
    }
}
