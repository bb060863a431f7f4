package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.connection.ConnectionPool;

import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.core.server.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** A message that left its queue, in whatever way, leaves no backout count behind. */
class DeparturesTest {

    private static final String Q = "Q";
    private static final long LONG = 30_000;

    @TempDir Path home;

    private ArtemisStore store;

    @BeforeEach
    void openStore() {
        store = ArtemisStore.embed(TestSettings.embedded(home));
        store.create(QueueDefinition.named(Q));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    /** Puts a message and backs it out once. */
    private void backOut(Mqmd md) {
        try (QueueSession session = store.session()) {
            session.put(Q, new QueueMessage(md, Bytes.utf8("bad")), true);
            session.commit();
            QueueReader reader = session.reader(Q);
            assertThat(reader.receive(LONG)).isNotNull();
            session.rollback();
        }
        assertThat(store.backouts().of(Q)).hasSize(1);
    }

    private Queue queue() {
        EmbeddedBroker broker = (EmbeddedBroker) store.broker();
        return broker.server().locateQueue(SimpleString.of(Q));
    }

    private void assertForgotten() {
        await().untilAsserted(() -> assertThat(store.backouts().of(Q)).isEmpty());
    }

    @Test
    void aClearedMessageIsForgotten() {
        backOut(new Mqmd());
        store.clear(Q);
        assertForgotten();
    }

    @Test
    void anExpiredMessageIsForgotten() throws Exception {
        backOut(new Mqmd());
        assertThat(queue().expireReference(store.backouts().of(Q).getFirst())).isTrue();
        assertForgotten();
    }

    @Test
    void aMessageThatWasMovedIsForgotten() throws Exception {
        backOut(new Mqmd());
        store.create(QueueDefinition.named("ELSEWHERE"));
        queue().moveReferences(10, null, SimpleString.of("ELSEWHERE"), false, null);
        assertForgotten();
    }

    @Test
    void aMessageThatAClientGotIsForgottenWhenTheClientCommits() throws Exception {
        backOut(new Mqmd());
        try (ConnectionPool.Lease client =
                        store.broker().connections().open(ConnectionPool.Mode.TRANSACTED);
                ClientConsumer consumer = client.session().createConsumer(Q)) {
            ClientMessage message = consumer.receive(LONG);
            message.individualAcknowledge();
            client.session().rollback();
            assertThat(store.backouts().of(Q)).hasSize(1);
            consumer.receive(LONG).individualAcknowledge();
            client.session().commit();
        }
        assertForgotten();
    }

    @Test
    void theMessagesOfADeletedQueueAreForgotten() {
        backOut(new Mqmd());
        store.delete(Q);
        assertForgotten();
    }

    @Test
    void aCountWithoutItsMessageIsForgottenWhenTheStoreOpens() {
        backOut(new Mqmd());
        store.backouts().backedOut(Q, 1);
        store.backouts().backedOut("NO.SUCH.QUEUE", 2);
        store.close();
        openStore();
        assertThat(store.backouts().of(Q)).hasSize(1).doesNotContain(1L);
        assertThat(store.backouts().queues()).containsExactly(Q);
    }
}
