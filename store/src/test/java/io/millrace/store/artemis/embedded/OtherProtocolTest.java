package io.millrace.store.artemis.embedded;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.store.CapturedLog;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Clients that use a port for another protocol. */
class OtherProtocolTest {

    private static final String AMQP = "AMQP\3\1\0\0";
    private static final String MQTT = "\20\14\0\4MQTT";

    @TempDir Path home;

    @Test
    void theFirstClientOfAnotherProtocolIsReported() throws IOException {
        try (CapturedLog events = new CapturedLog(OtherProtocol.class)) {
            try (ArtemisStore store =
                    ArtemisStore.embed(TestSettings.embedded(home, Protocol.STOMP))) {
                int port = port(store, Protocol.STOMP);
                assertRejected(port, AMQP);
                assertRejected(port, AMQP);
                assertRejected(port, MQTT);
            }
            assertThat(events.messages()).hasSize(2);
            assertThat(events.messages().getFirst())
                    .startsWith("MR7003 a client at /127.0.0.1:")
                    .endsWith(
                            "the port is for STOMP (found AMQP); correct the port or the protocol"
                                    + " of the client");
            assertThat(events.messages().getLast()).contains("(found MQTT)");
        }
    }

    @Test
    void aClientOfRabbitMqIsReportedAtAPortForAmqp() throws IOException {
        try (CapturedLog events = new CapturedLog(OtherProtocol.class)) {
            try (ArtemisStore store =
                    ArtemisStore.embed(TestSettings.embedded(home, Protocol.AMQP))) {
                try (Socket client = new Socket("127.0.0.1", port(store, Protocol.AMQP))) {
                    client.getOutputStream().write(bytes("AMQP\0\0\11\1"));
                    assertThat(client.getInputStream().readNBytes(8)).isEqualTo(bytes(AMQP));
                    assertThat(isClosed(client)).isTrue();
                }
            }
            assertThat(events.messages())
                    .singleElement()
                    .asString()
                    .endsWith(
                            "the port is for AMQP 1.0 (found AMQP 0-9-1, the protocol of RabbitMQ);"
                                    + " correct the port or the protocol of the client");
        }
    }

    private static void assertRejected(int port, String sent) throws IOException {
        try (Socket client = new Socket("127.0.0.1", port)) {
            client.getOutputStream().write(bytes(sent));
            assertThat(isClosed(client)).isTrue();
        }
    }

    private static boolean isClosed(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void theProtocolIsRecognized() {
        assertThat(OtherProtocol.describe(bytes("CONNECT\n"))).isEqualTo("STOMP");
        assertThat(OtherProtocol.describe(bytes("ARTEMIS "))).isEqualTo("CORE");
        assertThat(OtherProtocol.describe(bytes(MQTT))).isEqualTo("MQTT");
        assertThat(OtherProtocol.describe(bytes("\26\3\1\2\0")))
                .isEqualTo("TLS, which this port does not have");
        assertThat(OtherProtocol.describe(bytes("SEND\nde")))
                .isEqualTo("the STOMP frame SEND before CONNECT");
        assertThat(OtherProtocol.describe(bytes("GET / HT"))).isEqualTo("the text GET / HT");
        assertThat(OtherProtocol.describe(bytes("\1z"))).isEqualTo("the bytes 01 7A");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
