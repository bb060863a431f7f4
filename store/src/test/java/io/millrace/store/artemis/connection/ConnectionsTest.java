package io.millrace.store.artemis.connection;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.store.home.Credentials;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

class ConnectionsTest {

    private static final long CALL_TIMEOUT_MILLIS = 2_000;

    private static void cutAll(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /**
     * Whoever waited for the choice among a cluster's brokers would wait for the whole call timeout
     * (AMQ219013). Artemis' client may do so once more by itself, where it asks for a session in
     * the very moment of the break (AMQ219014).
     */
    @Test
    void aConnectionThatBreaksAsSoonAsItIsMadeIsLostAndNoChoiceIsWaitedFor() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> cutAll(server));
            String url = "tcp://127.0.0.1:" + server.getLocalPort();
            try (ConnectionPool connections =
                    ConnectionPool.remote(
                            url, new Credentials("user", "password"), null, CALL_TIMEOUT_MILLIS)) {
                assertThatThrownBy(() -> connections.open(ConnectionPool.Mode.IMMEDIATE))
                        .isInstanceOf(ActiveMQException.class)
                        .hasMessageNotContaining("AMQ219013");
            }
        }
    }
}
