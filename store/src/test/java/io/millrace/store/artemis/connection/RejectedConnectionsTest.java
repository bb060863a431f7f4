package io.millrace.store.artemis.connection;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisProvider;
import io.millrace.store.artemis.ArtemisStore;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Remote brokers that reject the connection of this process. */
class RejectedConnectionsTest {

    @TempDir Path home;

    private ArtemisStore broker;

    @BeforeEach
    void open() {
        broker = ArtemisStore.embed(TestSettings.embedded(home, Protocol.CORE, Protocol.STOMP));
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void connect(Protocol protocol, String user) {
        String url = "tcp://127.0.0.1:" + port(broker, protocol);
        new ArtemisProvider()
                .open(QueueStoreSettings.remote(url, user, Secret.of("wrong")))
                .close();
    }

    @Test
    void aRejectedLoginNamesTheUser() {
        assertThatThrownBy(() -> connect(Protocol.CORE, "bob"))
                .isInstanceOf(MillraceException.class)
                .hasMessage(
                        "the broker at tcp://127.0.0.1:%d rejected the login of user bob: the user"
                                + " is unknown there, or the password is wrong; correct user, and"
                                + " passwordFile or passwordEnv, in broker.yaml",
                        port(broker, Protocol.CORE));
        assertThatThrownBy(() -> connect(Protocol.CORE, ""))
                .hasMessageContaining("rejected the login without a user; set user, and");
    }

    @Test
    void changedCredentialsOfTheHomeAreReportedWithTheirFile() throws IOException {
        Path file = home.resolve("credentials.properties");
        Files.writeString(
                file,
                Files.readString(file).replaceAll("password=.*", "password=" + "0".repeat(48)));
        assertThatThrownBy(() -> new ArtemisProvider().attach(home))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(
                        "the password in " + file + " is not the password of the running")
                .hasMessageContaining("restore the file, or restart the broker");
    }

    @Test
    void aBrokerThatEndsIsReportedWithItsHome() {
        try (QueueStore attached = new ArtemisProvider().attach(home).orElseThrow()) {
            broker.close();
            assertThatThrownBy(() -> attached.browse("ORDERS.IN", 1))
                    .isInstanceOf(MillraceException.class)
                    .hasMessageContaining("the queue store in " + home + " (process ")
                    .hasMessageEndingWith("its process may have ended: start it again");
        }
    }

    @Test
    void thePortOfAnotherProtocolIsReported() {
        assertThatThrownBy(() -> connect(Protocol.STOMP, "bob"))
                .isInstanceOf(MillraceException.class)
                .hasMessageStartingWith(
                        "the broker at tcp://127.0.0.1:" + port(broker, Protocol.STOMP))
                .hasMessageContaining(
                        "accepts the connection, but does not answer the login; check that url has"
                                + " the port of an acceptor for the protocol core");
    }
}
