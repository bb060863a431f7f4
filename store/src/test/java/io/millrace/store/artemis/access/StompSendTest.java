package io.millrace.store.artemis.access;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.StompClient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.Socket;
import java.nio.file.Path;
import java.util.List;

/** Messages that STOMP clients send to queues. */
class StompSendTest {

    private static final String QUEUE = "ORDERS.IN";

    @TempDir Path home;

    @Test
    void aQueueAcceptsMessagesFromItsCreationOn() throws Exception {
        try (ArtemisStore store = open()) {
            store.create(QueueDefinition.named(QUEUE));
            assertThat(send(store, "")).startsWith("RECEIPT");
            assertThat(send(store, "destination-type:ANYCAST\n")).startsWith("RECEIPT");
            assertThat(store.status(QUEUE).depth()).isEqualTo(2);
        }
        try (ArtemisStore store = open()) {
            assertThat(send(store, "")).startsWith("RECEIPT");
            assertThat(store.status(QUEUE).depth()).isEqualTo(1); // the others are not persistent
        }
    }

    @Test
    void aPublicationToAQueueIsRejected() throws Exception {
        try (ArtemisStore store = open()) {
            store.create(QueueDefinition.named(QUEUE));
            assertThat(send(store, "destination-type:MULTICAST\n")).startsWith("ERROR");
        }
        try (ArtemisStore store = open()) {
            assertThat(send(store, "destination-type:MULTICAST\n")).startsWith("ERROR");
            assertThat(send(store, "")).startsWith("RECEIPT");
        }
    }

    @Test
    void headersOfAMessageAreTextOrMissing() throws Exception {
        try (ArtemisStore store = open();
                StompClient client =
                        new StompClient(new Socket("127.0.0.1", port(store, Protocol.STOMP)))) {
            store.create(QueueDefinition.named(QUEUE));
            Mqmd descriptor = new Mqmd().format("MQSTR");
            descriptor.correlId(Bytes.of(new byte[] {10, 11}));
            try (QueueSession session = store.session()) {
                session.put(QUEUE, new QueueMessage(descriptor, Bytes.utf8("seven")), false);
                session.commit();
            }
            client.connect("alice", "secret");
            assertThat(client.exchange("SUBSCRIBE\nid:1\ndestination:" + QUEUE + "\n\n"))
                    .startsWith("MESSAGE")
                    .contains("\nmq_format:MQSTR\n")
                    .contains("content-length:5\n")
                    .doesNotContain("[B@")
                    .endsWith("seven");
        }
    }

    private ArtemisStore open() {
        Rights all = Rights.of(List.of("*"), List.of("*"));
        return ArtemisStore.embed(
                TestSettings.embedded(home, Protocol.STOMP)
                        .withUsers(List.of(new StoreUser("alice", Secret.of("secret"), all))));
    }

    private static String send(ArtemisStore store, String headers) throws Exception {
        try (StompClient client =
                new StompClient(new Socket("127.0.0.1", port(store, Protocol.STOMP)))) {
            client.connect("alice", "secret");
            return client.exchange(
                    "SEND\ndestination:" + QUEUE + "\n" + headers + "receipt:r\n\nseven");
        }
    }
}
