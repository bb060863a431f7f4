package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.resource.Secret;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The contract over an Artemis that is reached through a port, the same for all tests that do not
 * close it.
 */
class RemoteArtemisTest extends QueueStoreContract {

    @Override
    boolean appliesRulesForReaders() {
        return false;
    }

    @TempDir static Path home;

    private static QueueStore server;

    private static QueueStoreProvider provider() {
        return QueueStores.load(RemoteArtemisTest.class.getClassLoader())
                .provider(QueueStores.ARTEMIS);
    }

    @Override
    QueueStore open() throws IOException {
        if (server == null || isDown(server)) {
            server = provider().open(TestSettings.embedded(home, Acceptor.Protocol.CORE));
        }
        Properties credentials = new Properties();
        try (var in = Files.newBufferedReader(home.resolve("credentials.properties"))) {
            credentials.load(in);
        }
        String url = "tcp://" + Acceptor.LOOPBACK + ":" + server.listening().getFirst().port();
        return provider()
                .open(
                        QueueStoreSettings.remote(
                                        url,
                                        credentials.getProperty("user"),
                                        Secret.of(credentials.getProperty("password")))
                                .withMaxMessageBytes(MAX_MESSAGE)
                                .withUnits(UNITS));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @Test
    void anotherProcessAttachesByTheHomeFolder() {
        put(QUEUE, "a");
        try (QueueStore attached = provider().attach(home).orElseThrow()) {
            assertThat(attached.browse(QUEUE, 1))
                    .extracting(QueueStoreContract::text)
                    .containsExactly("a");
        }
        assertThat(provider().attach(home.resolve("nobody"))).isEmpty();
    }

    @Test
    void theRightsOfUsersAreUnknownInAnotherProcess() {
        assertCode(ErrorCode.QUEUE_NOT_AUTHORIZED, () -> store.mayPut("alice", QUEUE));
    }

    @Test
    void aMessageAboveTheLimitOfTheBrokerFailsTheUnitOfAnotherProcess(@TempDir Path folder) {
        try (QueueStore small =
                provider()
                        .open(
                                QueueStoreSettings.embedded(folder)
                                        .withAcceptors(List.of(Acceptor.loopback(Protocol.CORE)))
                                        .withMaxMessageBytes(60))) {
            small.create(QueueDefinition.named(QUEUE));
            try (QueueStore attached = provider().attach(folder).orElseThrow();
                    QueueSession session = attached.session()) {
                assertCode(
                        ErrorCode.MESSAGE_TOO_LARGE,
                        () -> {
                            session.put(QUEUE, message("x".repeat(61)), true);
                            session.commit();
                        });
                session.put(QUEUE, message("x".repeat(60)), true);
                session.commit();
            }
            assertThat(small.status(QUEUE).depth()).isOne();
        }
    }

    @Test
    void theFullQueueOfAUnitIsNamed() {
        server.create(new QueueDefinition("SMALL", 1, true, 0, ""));
        try (QueueStore attached = provider().attach(home).orElseThrow();
                QueueSession session = attached.session()) {
            session.put(QUEUE, message("a"), true);
            session.put("SMALL", message("b"), true);
            session.put("SMALL", message("c"), true);
            assertThatThrownBy(session::commit).hasMessageContaining("queue SMALL is full");
        }
    }

    @Test
    void aBrokerThatIsGoneIsReportedAndTheSessionSurvivesIt() {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, message("a"), true);
            session.commit();
            server.close();
            assertCode(
                    ErrorCode.QUEUE_STORE_DOWN,
                    () -> {
                        session.put(QUEUE, message("b"), true);
                        session.commit();
                    });
            session.rollback();
        }
    }

    @Override
    void backOut(OpenUnit unit, QueueSession session) {
        assertThat(unit.origin()).contains("CORE").contains("127.0.0.1");
        // From elsewhere: the connection of who works in the unit is closed.
        try (QueueStore operator = provider().attach(home).orElseThrow()) {
            assertThat(operator.backOut(unit.id())).isTrue();
        }
        assertCode(
                ErrorCode.QUEUE_STORE_DOWN,
                () -> {
                    session.put(QUEUE, message("b"), true);
                    session.commit();
                });
    }
}
