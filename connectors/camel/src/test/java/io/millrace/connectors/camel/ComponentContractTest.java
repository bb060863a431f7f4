package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What holds for all components that keep a message until it is acknowledged. */
class ComponentContractTest {

    @TempDir Path folder;

    enum Component {
        FILE,
        FTP,
        JMS,
        KAFKA;

        Counterpart open(Path folder) throws Exception {
            Path own = Files.createDirectories(folder.resolve(name()));
            return switch (this) {
                case FILE -> new FolderCounterpart(own);
                case FTP -> new FtpCounterpart(own);
                case JMS -> new JmsCounterpart(own);
                case KAFKA -> new KafkaCounterpart();
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMessageIsAcknowledgedOnlyAfterItsUnitOfWork(Component component) throws Exception {
        try (Counterpart other = component.open(folder);
                CamelBroker broker = new CamelBroker()) {
            other.offer("one");
            broker.deploy(broker.gated(other.input()), "", other.settings());
            assertThat(broker.awaitArrival()).isEqualTo("one");
            assertThat(other.pending()).as("while the flow processes the message").isEqualTo(1);
            broker.openGate();
            assertThat(broker.take("OUT")).isEqualTo("one");
            await().until(() -> other.pending() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMessageWhoseUnitWasRolledBackIsDeliveredAgain(Component component) throws Exception {
        try (Counterpart other = component.open(folder);
                CamelBroker broker = new CamelBroker()) {
            broker.failures.set(3);
            broker.openGate();
            other.offer("one");
            broker.deploy(broker.gated(other.input()), "", other.settings());
            assertThat(broker.take("OUT")).isEqualTo("one");
            assertThat(broker.arrived).containsExactly("one", "one", "one", "one");
            await().until(() -> other.pending() == 0);
            assertThat(broker.isEmpty("OUT")).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMessageIsKeptIfTheApplicationIsRemovedWhileItIsProcessed(Component component)
            throws Exception {
        try (Counterpart other = component.open(folder);
                CamelBroker broker = new CamelBroker()) {
            broker.failures.set(1);
            other.offer("one");
            broker.deploy(broker.gated(other.input()), "", other.settings());
            broker.awaitArrival();
            Thread undeploy = Thread.ofVirtual().start(() -> broker.broker.undeploy("app"));
            broker.openGate();
            undeploy.join();
            await().until(() -> threads().isEmpty());
            assertThat(other.pending()).isEqualTo(1);
            broker.deploy(broker.gated(other.input()), "", other.settings());
            assertThat(broker.take("OUT")).isEqualTo("one");
            await().until(() -> other.pending() == 0);
        }
        await().until(() -> threads().isEmpty());
    }

    /** Returns the names of the threads of Camel. */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("Camel"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void aNewVersionContinuesWithoutLossOrDuplicates(Component component) throws Exception {
        try (Counterpart other = component.open(folder);
                CamelBroker broker = new CamelBroker()) {
            broker.openGate();
            List<String> all = IntStream.range(0, 30).mapToObj(i -> "message " + i).toList();
            broker.deploy(broker.gated(other.input()), "", other.settings());
            for (String text : all) {
                other.offer(text);
                if (text.endsWith("9")) {
                    broker.deploy(broker.gated(other.input()), "", other.settings());
                }
            }
            List<String> received = all.stream().map(text -> broker.take("OUT")).sorted().toList();
            assertThat(received).containsExactlyInAnyOrderElementsOf(all);
            await().until(() -> other.pending() == 0);
            assertThat(broker.isEmpty("OUT")).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyAboveTheLimitIsRefusedAndKept(Component component) throws Exception {
        try (Counterpart other = component.open(folder);
                CamelBroker broker = new CamelBroker()) {
            broker.openGate();
            other.offer("x".repeat(2_000));
            broker.deploy(
                    broker.gated(other.input()),
                    "",
                    other.settings() + "limits: {messageBytes: 1000}\n");
            await().pollDelay(Duration.ofMillis(300)).until(() -> other.pending() == 1);
            assertThat(broker.arrived).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOutputSendsTheBody(Component component) throws Exception {
        try (Counterpart other = component.open(folder);
                CamelBroker broker = new CamelBroker()) {
            broker.deploy(
                    CamelBroker.sending("type: CamelOutput, " + other.output()),
                    CamelBroker.modules(""),
                    other.settings());
            broker.put("IN", "hello");
            assertThat(broker.take("OUT")).isEqualTo("hello");
            assertThat(other.sent()).containsExactly("hello");
        }
    }
}
