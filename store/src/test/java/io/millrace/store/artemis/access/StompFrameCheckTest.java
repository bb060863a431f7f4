package io.millrace.store.artemis.access;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.StompClient;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Errors of STOMP clients. */
class StompFrameCheckTest {

    private static final String IN = "PRICE.IN";

    @TempDir Path home;

    private ArtemisStore store;

    @BeforeEach
    void open() {
        Rights all = Rights.of(List.of("*"), List.of("*"));
        Rights send = Rights.of(List.of(IN), List.of());
        store =
                ArtemisStore.embed(
                        TestSettings.embedded(home, Protocol.STOMP)
                                .withUsers(
                                        List.of(
                                                new StoreUser("alice", Secret.of("secret"), all),
                                                new StoreUser("amy", Secret.of("amy"), send))));
        store.create(QueueDefinition.named(IN));
        store.create(QueueDefinition.named("PRICE.OUT"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private StompClient connect(String user, String password) throws IOException {
        StompClient client = new StompClient(new Socket("127.0.0.1", port(store, Protocol.STOMP)));
        assertThat(client.connect(user, password)).startsWith("CONNECTED");
        return client;
    }

    private String exchange(String user, String frame) throws IOException {
        try (StompClient client = connect(user, user.equals("alice") ? "secret" : user)) {
            return message(client.exchange(frame));
        }
    }

    /** Returns the header message of an ERROR frame, or another frame. */
    private static String message(String answer) {
        return answer.startsWith("ERROR")
                ? answer.lines()
                        .filter(line -> line.startsWith("message:"))
                        .findFirst()
                        .orElse(answer)
                        .substring("message:".length())
                        .replace("\\c", ":")
                : answer;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PRICE.INN | unknown queue PRICE.INN; did you mean PRICE.IN?",
                "OTHER     | unknown queue OTHER; define the queue, or correct its"
                        + " name, or write destination-type:MULTICAST for a topic",
                "/queue/PRICE.IN | unknown queue /queue/PRICE.IN; the destination of a queue is"
                        + " its name: write PRICE.IN",
                "/topic/prices | unknown queue /topic/prices; the destination of a topic is its"
                        + " name, with the header destination-type:MULTICAST",
                "PRICE.IN\\c\\cOTHER | unknown queue PRICE.IN::OTHER; the name of a queue must have"
                        + " 1 to 48 of the characters A-Z a-z 0-9 . / _ % (found :)",
            })
    void aMessageForAnUnknownQueueIsRejected(String destination, String expected)
            throws IOException {
        String frame = "SEND\ndestination:" + destination + "\nreceipt:r\n\nseven";
        assertThat(exchange("alice", frame)).isEqualTo("MR5001: " + expected);
    }

    @Test
    void aHintNamesOnlyQueuesOfTheUser() throws IOException {
        assertThat(exchange("amy", "SEND\ndestination:PRICE.INN\n\nseven"))
                .isEqualTo("MR5001: unknown queue PRICE.INN; did you mean PRICE.IN?");
        assertThat(exchange("amy", "SEND\ndestination:PRICE.OTU\n\nseven"))
                .doesNotContain("PRICE.OUT");
        assertThat(Files.readString(home.resolve(AuditLog.FILE)))
                .contains("\"object\":\"PRICE.INN\",\"outcome\":\"unknown\"");
    }

    @Test
    void aSubscriptionOfAnUnknownQueueIsRejected() throws IOException {
        assertThat(exchange("alice", "SUBSCRIBE\nid:1\ndestination:PRICE.OTU\nreceipt:r\n\n"))
                .isEqualTo("MR5001: unknown queue PRICE.OTU; did you mean PRICE.OUT?");
    }

    @Test
    void aTopicIsSubscribedAndPublishedToWithItsType() throws IOException {
        try (StompClient subscriber = connect("alice", "secret")) {
            assertThat(
                            subscriber.exchange(
                                    """
                                    SUBSCRIBE
                                    id:1
                                    destination:prices
                                    subscription-type:MULTICAST
                                    receipt:r

                                    """))
                    .startsWith("RECEIPT");
            assertThat(
                            exchange(
                                    "alice",
                                    """
                                    SEND
                                    destination:prices
                                    destination-type:MULTICAST
                                    receipt:r

                                    seven\
                                    """))
                    .startsWith("RECEIPT");
            assertThat(subscriber.exchange("")).startsWith("MESSAGE").endsWith("seven");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "SEND      | - | SEND must have the header destination, for example ORDERS.IN",
                "SUBSCRIBE | id:1 | SUBSCRIBE must have the header destination, for example"
                        + " ORDERS.IN",
                "SEND      | destination:PRICE.IN,priority:abc | the header priority must be 0 to 9"
                        + " (found abc)",
                "SEND      | destination:PRICE.IN,persistent:yes | the header persistent must be"
                        + " true or false (found yes)",
                "SEND      | destination:PRICE.IN,reply-to:NO QUEUE | the header reply-to is"
                        + " invalid: the name of a queue must have 1 to 48 of the characters A-Z"
                        + " a-z 0-9 . / _ % (found a space)",
                "PUBLISH   | destination:PRICE.IN | unknown frame PUBLISH; did you mean SEND?",
                "BEGIN     | - | BEGIN must have the header transaction",
                "UNSUBSCRIBE | id:nope | unknown subscription nope in UNSUBSCRIBE; it must be the"
                        + " id of a SUBSCRIBE on this connection",
                "SUBSCRIBE | id:1,destination:PRICE.IN,ack:manual | the header ack must be auto or"
                        + " client or client-individual (found manual)",
                "SUBSCRIBE | destination:PRICE.IN | SUBSCRIBE must have the header id, for example"
                        + " 1",
                "SEND      | destination:PRICE.IN,expires:soon | the header expires must be a"
                        + " number of milliseconds (found soon)",
                "SEND      | destination:PRICE.IN,destination-type:QUEUE | the header"
                        + " destination-type must be ANYCAST (a queue) or MULTICAST (a topic)"
                        + " (found QUEUE)",
                "SEND      | destination:PRICE.IN,destination-type:MULTICAST | PRICE.IN is a queue;"
                        + " remove the header destination-type (found MULTICAST, which is for"
                        + " topics)",
                "SEND      | destination:PRICE.IN,transaction:t9 | unknown transaction t9 in SEND;"
                        + " begin it with BEGIN on this connection",
                "COMMIT    | transaction:t9 | unknown transaction t9 in COMMIT; begin it with BEGIN"
                        + " on this connection",
                "ACK       | id:77 | unknown id 77 in ACK; it must be the value of the header ack"
                        + " of a message that this connection received",
                "ACK       | id:77x1 | unknown id 77x1 in ACK; it must be the value of the header"
                        + " ack of a message that this connection received",
                "SUBSCRIBE | id:1,destination:PRICE.IN,selector:colour == 'red' | the selector"
                        + " colour == 'red' is not valid; write =, as in SQL (found ==)",
            })
    void anInvalidFrameIsRejected(String command, String headers, String expected)
            throws IOException {
        String lines = headers == null ? "" : headers.replace(',', '\n') + "\n";
        assertThat(exchange("alice", command + "\n" + lines + "\nseven"))
                .isEqualTo("MR7001: " + expected);
    }

    @Test
    void aFullQueueIsNamed() throws IOException {
        store.create(new QueueDefinition("SMALL", 1, true, 0, ""));
        assertThat(exchange("alice", "SEND\ndestination:SMALL\nreceipt:r\n\nseven"))
                .startsWith("RECEIPT");
        assertThat(exchange("alice", "SEND\ndestination:SMALL\nreceipt:r\n\nseven"))
                .isEqualTo(
                        "MR5002: queue SMALL is full: its maximum number of messages (maxDepth) is"
                                + " 1; get messages from it, or increase maxDepth");
    }

    @Test
    void aTransactionThatHasBegunIsRejected() throws IOException {
        try (StompClient client = connect("alice", "secret")) {
            assertThat(client.exchange("BEGIN\ntransaction:t\nreceipt:r\n\n"))
                    .startsWith("RECEIPT");
            assertThat(message(client.exchange("BEGIN\ntransaction:t\nreceipt:r\n\n")))
                    .isEqualTo(
                            "MR7001: the transaction t has already begun; end it with COMMIT or"
                                    + " ABORT");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "heart-beat:10s,10s | the header heart-beat must be two numbers of milliseconds,"
                        + " for example 10000,10000 (found 10s,10s)",
                "accept-version:3.0 | the header accept-version must contain one of 1.0, 1.1, 1.2"
                        + " (found 3.0)",
            })
    void anInvalidConnectIsRejected(String header, String expected) throws IOException {
        int port = port(store, Protocol.STOMP);
        try (StompClient client = new StompClient(new Socket("127.0.0.1", port))) {
            String frame = "CONNECT\nlogin:alice\npasscode:secret\n" + header + "\n\n";
            assertThat(message(client.exchange(frame))).isEqualTo("MR7001: " + expected);
        }
    }

    @Test
    void aMissingRightIsNamedAsInTheConfiguration() throws IOException {
        assertThat(exchange("amy", "SUBSCRIBE\nid:1\ndestination:PRICE.IN\n\n"))
                .isEqualTo(
                        "MR5004: user amy needs the right get for PRICE.IN (users in broker.yaml)");
        assertThat(exchange("amy", "SEND\ndestination:PRICE.OUT\n\nseven"))
                .isEqualTo(
                        "MR5004: user amy needs the right put for PRICE.OUT (users in"
                                + " broker.yaml)");
    }

    @Test
    void aFailedLoginIsExplained() throws IOException {
        int port = port(store, Protocol.STOMP);
        try (StompClient client = new StompClient(new Socket("127.0.0.1", port))) {
            assertThat(message(client.connect("eve", "x")))
                    .isEqualTo(
                            "MR7004: the login of user eve failed: the user is unknown or the"
                                    + " password is wrong; after several failures, logins are"
                                    + " rejected for up to a minute");
        }
        try (StompClient client = new StompClient(new Socket("127.0.0.1", port))) {
            assertThat(message(client.connect(null, null)))
                    .isEqualTo(
                            "MR7004: CONNECT must have the headers login and passcode: a user of"
                                    + " broker.yaml, or the user in credentials.properties of the"
                                    + " home folder");
        }
    }

    @Test
    void messagesAreReceivedAndAcknowledgedInATransaction() throws IOException {
        try (StompClient client = connect("alice", "secret")) {
            assertThat(client.exchange("BEGIN\ntransaction:t\nreceipt:r\n\n"))
                    .startsWith("RECEIPT");
            assertThat(
                            client.exchange(
                                    "SEND\n"
                                            + "destination:PRICE.IN\n"
                                            + "transaction:t\n"
                                            + "receipt:r\n\n"
                                            + "seven"))
                    .startsWith("RECEIPT");
            assertThat(client.exchange("COMMIT\ntransaction:t\nreceipt:r\n\n"))
                    .startsWith("RECEIPT");
            String message =
                    client.exchange("SUBSCRIBE\nid:1\ndestination:PRICE.IN\nack:client\n\n");
            assertThat(message).startsWith("MESSAGE").endsWith("seven");
            String ack =
                    message.lines().filter(l -> l.startsWith("ack:")).findFirst().orElseThrow();
            assertThat(client.exchange("ACK\nid:" + ack.substring(4) + "\nreceipt:r\n\n"))
                    .startsWith("RECEIPT");
        }
        assertThat(store.status(IN).depth()).isZero();
    }
}
