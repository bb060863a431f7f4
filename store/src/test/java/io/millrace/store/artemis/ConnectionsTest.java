package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

class ConnectionsTest {

    private static void cutAll(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** Whoever waited for more from it would wait for the whole call time-out. */
    @Test
    void aConnectionThatBreaksAsSoonAsItIsMadeIsLostAndNotWaitedFor() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> cutAll(server));
            String url = "tcp://127.0.0.1:" + server.getLocalPort();
            try (Connections connections =
                    Connections.remote(url, new Credentials("user", "password"))) {
                assertThatThrownBy(() -> connections.open(Connections.Mode.IMMEDIATE))
                        .isInstanceOfSatisfying(
                                ActiveMQException.class,
                                e ->
                                        assertThat(e.getType())
                                                .as(e.getMessage())
                                                .isNotEqualTo(
                                                        ActiveMQExceptionType.CONNECTION_TIMEDOUT));
            }
        }
    }
}
