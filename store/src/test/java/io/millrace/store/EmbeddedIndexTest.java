package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.home.Credentials;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** The indexes of an Artemis in this process. */
class EmbeddedIndexTest extends QueueIndexContract {

    @TempDir static Path home;

    private static QueueStore shared;

    @Override
    QueueStore open() {
        if (shared == null || QueueUnitContract.isDown(shared)) {
            shared = ArtemisStore.embed(TestSettings.embedded(home, Acceptor.Protocol.CORE));
        }
        return shared;
    }

    @AfterAll
    static void close() {
        shared.close();
    }

    @Test
    void theIndexContainsTheMessagesThatASartedBrokerLoads() {
        try (QueueSession session = store.session()) {
            for (int i = 0; i < 500; i++) {
                session.put(
                        QUEUE,
                        new QueueMessage(new Mqmd().correlId(id(i)), Bytes.utf8("m" + i)),
                        true);
            }
            session.commit();
            take(session, 7);
        }
        store.close();
        QueueStore again = open();
        assertThat(again.definition(QUEUE)).contains(indexed(QueueIndex.CORREL_ID, 1_000));
        try (QueueSession session = again.session()) {
            assertThat(take(session, 499)).isEqualTo("m499");
            assertThat(take(session, 7)).as("was in a unit at the end").isEqualTo("m7");
            session.commit();
            assertThat(again.status(QUEUE).depth()).isEqualTo(498);
        }
    }

    @Test
    void aClientOfAnotherProcessReadsTheQueueButCannotIndexOne() throws IOException {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, new QueueMessage(new Mqmd().correlId(id(1)), Bytes.utf8("a")), true);
            session.commit();
        }
        Properties user = new Properties();
        try (var in = Files.newBufferedReader(home.resolve("credentials.properties"))) {
            user.load(in);
        }
        String url = "tcp://" + Acceptor.LOOPBACK + ":" + store.listening().getFirst().port();
        Credentials own = new Credentials(user.getProperty("user"), user.getProperty("password"));
        try (QueueStore remote =
                        ArtemisStore.connect(
                                TestSettings.endpoint(url, own),
                                io.millrace.engine.queue.QueueStoreSettings.inMemory());
                QueueSession session = remote.session()) {
            assertCode(
                    ErrorCode.BAD_VALUE, () -> remote.create(indexed(QueueIndex.CORREL_ID, 1_000)));
            assertCode(ErrorCode.BAD_VALUE, () -> session.take(QUEUE, id(1), md -> true, 0));
            assertThat(text(session.take(QUEUE, m -> m.descriptor().correlId().equals(id(1)))))
                    .isEqualTo("a");
            session.commit();
        }
        try (QueueSession session = store.session()) {
            assertThat(take(session, 1)).isNull();
        }
    }
}
