package io.millrace.store.artemis.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.DestinationCounts;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The queues that a session keeps resolved. */
class DestinationsTest {

    @TempDir Path home;

    private ArtemisStore open(int most) {
        ArtemisStore store =
                ArtemisStore.embed(TestSettings.embedded(home).withQueueCacheMaxSize(most));
        for (int i = 0; i < 4; i++) {
            store.create(QueueDefinition.named("Q" + i));
        }
        return store;
    }

    private static void put(QueueSession session, int queue) {
        session.put("Q" + queue, new QueueMessage(new Mqmd(), Bytes.utf8("m")), true);
    }

    @Test
    void aQueueIsResolvedOnceInASession() {
        try (ArtemisStore store = open(10)) {
            try (QueueSession session = store.session()) {
                for (int i = 0; i < 12; i++) {
                    put(session, i % 4);
                }
                session.commit();
                assertThat(store.destinations()).isEqualTo(new DestinationCounts(8, 4, 0));
            }
            assertThat(store.destinations())
                    .as("of sessions that ended too")
                    .isEqualTo(new DestinationCounts(8, 4, 0));
        }
    }

    @Test
    void theLeastRecentlyUsedIsGivenUpWhereThereIsNoRoom() {
        try (ArtemisStore store = open(2);
                QueueSession session = store.session()) {
            for (int queue : new int[] {0, 1, 0, 2, 0, 1}) {
                put(session, queue);
            }
            session.commit();
            assertThat(store.destinations()).isEqualTo(new DestinationCounts(2, 4, 2));
        }
    }

    @Test
    void nothingIsKeptWhereTheLimitIsZero() {
        try (ArtemisStore store = open(0);
                QueueSession session = store.session()) {
            put(session, 0);
            put(session, 0);
            session.commit();
            assertThat(store.destinations()).isEqualTo(new DestinationCounts(0, 2, 0));
        }
    }

    @Test
    void aQueueThatWasDeletedOrChangedIsNotKept() {
        try (ArtemisStore store = open(10);
                QueueSession session = store.session()) {
            put(session, 0);
            session.commit();
            // Artemis counts a committed message with a delay.
            await().until(() -> store.depth("Q0") == 1);
            store.create(new QueueDefinition("Q0", 1, true, 0, ""));
            assertThatThrownBy(() -> put(session, 0)).hasMessageContaining("is full");
            store.delete("Q0");
            assertThatThrownBy(() -> put(session, 0)).hasMessageContaining("unknown queue Q0");
        }
    }
}
