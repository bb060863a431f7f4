package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Servers that cannot be reached, refuse a password or answer with errors. */
class CamelFaultTest {

    @TempDir Path folder;

    private static String failure(String node, String settings) {
        try (CamelBroker broker = new CamelBroker()) {
            return failure(broker, node, settings);
        }
    }

    private static String failure(CamelBroker broker, String node, String settings) {
        broker.deploy(CamelBroker.sending(node), CamelBroker.modules(""), settings);
        broker.put("IN", "x");
        return broker.take("FAILED");
    }

    private String wrongPassword() throws IOException {
        return FtpCounterpart.settings(
                Files.writeString(folder.resolve("wrong"), "not+the&password"));
    }

    @Test
    void anUnreachableServerIsServerDown() throws Exception {
        int port = JmsCounterpart.unusedPort();
        assertThat(failure("type: CamelRequest, uri: \"http://127.0.0.1:%d/\"".formatted(port), ""))
                .startsWith(
                        "4032 the component http cannot reach the server of http://127.0.0.1:"
                                + port);
        assertThat(failure("type: CamelOutput, uri: \"ftp://127.0.0.1:%d/a\"".formatted(port), ""))
                .startsWith("4032 the component ftp cannot reach the server");
        assertThat(
                        failure(
                                "type: CamelOutput, "
                                        + JmsCounterpart.queue("A", "tcp://127.0.0.1:" + port),
                                wrongPassword()))
                .startsWith("4032 the component jms cannot reach the server");
        String kafka = KafkaCounterpart.output("a", "127.0.0.1:" + port);
        assertThat(failure("type: CamelOutput, " + kafka.replace("]", ", maxBlockMs=300]"), ""))
                .startsWith("4032 the component kafka cannot reach the server");
    }

    @Test
    void aWrongPasswordFailsAndIsNotPrinted() throws Exception {
        try (FtpCounterpart ftp = new FtpCounterpart(Files.createDirectory(folder.resolve("f")));
                JmsCounterpart jms =
                        new JmsCounterpart(Files.createDirectory(folder.resolve("j")))) {
            assertThat(failure("type: CamelOutput, " + ftp.output(), wrongPassword()))
                    .startsWith("4060 the component ftp failed for ftp://127.0.0.1")
                    .contains("530")
                    .doesNotContain("not+the", "not%2Bthe");
            assertThat(failure("type: CamelOutput, " + jms.output(), wrongPassword()))
                    .startsWith("4060 the component jms failed for jms:queue:OUT")
                    .doesNotContain("not+the", "not%2Bthe");
        }
    }

    @Test
    void aMissingPasswordFailsTheDeployment() {
        try (CamelBroker broker = new CamelBroker()) {
            String settings = FtpCounterpart.settings(folder.resolve("nothing"));
            assertThatThrownBy(
                            () ->
                                    broker.deploy(
                                            broker.gated(
                                                    "uri: 'ftp://localhost/in', credentials:"
                                                            + " partner"),
                                            "",
                                            settings))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_CREDENTIALS));
        }
    }

    @Test
    void anErrorStatusIsAFailureOfTheComponent() {
        try (CamelBroker broker = new CamelBroker()) {
            broker.failures.set(1);
            broker.openGate();
            String node = "type: CamelRequest, uri: \"" + broker.gateUri() + "\"";
            assertThat(failure(broker, node, ""))
                    .startsWith("4060 the component http failed for http://127.0.0.1")
                    .contains("500");
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsReported() {
        try (CamelBroker broker = new CamelBroker()) {
            String node =
                    "type: CamelRequest, uri: \""
                            + broker.gateUri()
                            + "\", parameters: [responseTimeout=300]";
            assertThat(failure(broker, node, ""))
                    .startsWith("4033 the component http received no answer in time");
        }
    }

    @Test
    void anAnswerAboveTheLimitFails() {
        try (CamelBroker broker = new CamelBroker()) {
            broker.openGate();
            broker.answerSize.set(3_000_000);
            String node = "type: CamelRequest, uri: \"" + broker.gateUri() + "\"";
            assertThat(failure(broker, node, "limits: {messageBytes: 1000000}\n"))
                    .startsWith("5009 the body of a message of the component exceeds the limit");
        }
    }

    @Test
    void anInputWaitsUntilItsServerIsReached() throws Exception {
        int port = JmsCounterpart.unusedPort();
        Path own = Files.createDirectory(folder.resolve("f"));
        Path password = Files.writeString(folder.resolve("right"), FtpCounterpart.PASSWORD);
        try (CamelBroker broker = new CamelBroker().openGate()) {
            String flow = broker.gated(FtpCounterpart.input(port));
            broker.deploy(flow, "", FtpCounterpart.settings(password));
            try (FtpCounterpart ftp = new FtpCounterpart(own, port)) {
                ftp.offer("late");
                assertThat(broker.take("OUT")).isEqualTo("late");
            }
        }
    }

    @Test
    void aComponentThatRejectsItsEndpointFailsTheDeployment() {
        try (CamelBroker broker = new CamelBroker()) {
            assertThatThrownBy(
                            () ->
                                    broker.deploy(
                                            broker.gated(
                                                    "uri: 'file:in', beans:"
                                                            + " ['a=#class:none.Such']"),
                                            "",
                                            ""))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.COMPONENT_FAILED))
                    .hasMessageContaining("none.Such");
        }
    }
}
