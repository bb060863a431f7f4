package io.millrace.store.artemis;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.artemis.broker.QueueSettings;
import io.millrace.store.artemis.embedded.EmbeddedBroker;
import io.millrace.store.home.Credentials;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * What an embedded store promises beyond the contract of all stores: it lasts, and it says what is
 * wrong.
 */
class ArtemisStoreTest {

    private static final long LONG = 30_000;

    /** On a disk that others use too. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path home;

    private ArtemisStore open() {
        return ArtemisStore.embed(QueueStoreSettings.embedded(home));
    }

    private static void put(QueueStore store, String queue, Mqmd md, String text) {
        try (QueueSession session = store.session()) {
            session.put(queue, new QueueMessage(md, Bytes.utf8(text)), true);
            session.commit();
        }
    }

    @Test
    void persistentMessagesOutliveTheStoreAndOthersDoNot() {
        Mqmd onQueue;
        try (ArtemisStore store = open()) {
            store.create(new QueueDefinition("Q", 50, false, 3, "Q.BACKOUT"));
            put(store, "Q", new Mqmd().persistence(Mqmd.PERSISTENCE_NO), "gone");
            put(
                    store,
                    "Q",
                    new Mqmd().persistence(Mqmd.PERSISTENCE_YES).correlId(Bytes.utf8("c")),
                    "kept");
            onQueue = store.browse("Q", 9).get(1).descriptor();
        }
        try (ArtemisStore store = open()) {
            List<QueueMessage> found = store.browse("Q", 9);
            assertThat(found).hasSize(1);
            assertThat(found.getFirst().body()).isEqualTo(Bytes.utf8("kept"));
            assertThat(found.getFirst().descriptor()).usingRecursiveComparison().isEqualTo(onQueue);
            assertThat(store.definition("Q"))
                    .contains(new QueueDefinition("Q", 50, false, 3, "Q.BACKOUT"));
        }
    }

    @Test
    void aLimitHoldsAfterARestartToo() {
        try (ArtemisStore store = open()) {
            store.create(new QueueDefinition("Q", 1, true, 0, ""));
            put(store, "Q", new Mqmd(), "1");
        }
        try (ArtemisStore store = open()) {
            assertCode(ErrorCode.QUEUE_FULL, () -> put(store, "Q", new Mqmd(), "2"));
        }
    }

    @Test
    void uncommittedWorkIsUndoneByAClose() {
        try (ArtemisStore store = open()) {
            store.create(QueueDefinition.named("Q"));
            put(store, "Q", new Mqmd(), "a");
            QueueSession session = store.session();
            session.reader("Q").receive(LONG);
            session.put("Q", new QueueMessage(new Mqmd(), Bytes.utf8("never")), true);
        }
        try (ArtemisStore store = open()) {
            assertThat(store.browse("Q", 9))
                    .extracting(QueueMessage::body)
                    .containsExactly(Bytes.utf8("a"));
        }
    }

    @Test
    void backoutCountsOutliveAnOrderlyStop() {
        try (ArtemisStore store = open()) {
            store.create(QueueDefinition.named("Q"));
            put(store, "Q", new Mqmd(), "bad");
            try (QueueSession session = store.session()) {
                QueueReader reader = session.reader("Q");
                for (int i = 0; i < 2; i++) {
                    reader.receive(LONG);
                    session.rollback();
                }
            }
        }
        for (int restart = 0; restart < 2; restart++) {
            try (ArtemisStore store = open()) {
                assertThat(store.browse("Q", 1).getFirst().descriptor().backoutCount())
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void aHomeFolderThatThisProgramUsesIsRejected() {
        try (ArtemisStore store = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED);
                                assertThat(e)
                                        .hasMessage(
                                                "this program already runs a broker with the home"
                                                        + " folder %s; close that broker first, or"
                                                        + " use another home folder",
                                                home);
                            });
            assertThat(store.exists(QueueStore.DEAD_LETTER_QUEUE)).isTrue();
        }
        open().close();
    }

    @Test
    void aHomeThatCannotBeWrittenIsRefused() throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        assertCode(
                ErrorCode.STORE_NOT_WRITABLE,
                () -> ArtemisStore.embed(QueueStoreSettings.embedded(file.resolve("home"))));
    }

    @Test
    void aPortInUseIsToldWithItsNumber() throws IOException {
        try (ServerSocket other =
                new ServerSocket(0, 1, InetAddress.getByName(Acceptor.LOOPBACK))) {
            QueueStoreSettings settings =
                    QueueStoreSettings.embedded(home)
                            .withAcceptors(
                                    List.of(
                                            new Acceptor(
                                                    Acceptor.Protocol.AMQP,
                                                    Acceptor.LOOPBACK,
                                                    other.getLocalPort())));
            assertThatThrownBy(() -> ArtemisStore.embed(settings))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(ErrorCode.PORT_IN_USE);
                                assertThat(e)
                                        .hasMessageContaining(
                                                Integer.toString(other.getLocalPort()));
                            });
        }
        open().close();
    }

    @Test
    void aFullDiskRefusesPutsAndSaysWhy() {
        QueueStoreSettings settings =
                QueueStoreSettings.embedded(home)
                        .withJournal(new QueueStoreSettings.Journal(100, true, 1));
        try (ArtemisStore store = ArtemisStore.embed(settings)) {
            store.create(QueueDefinition.named("Q"));
            await().until(() -> store.impediment().isPresent());
            assertThat(store.impediment().orElseThrow()).contains("disk").contains(home.toString());
            assertCode(ErrorCode.STORE_DISK_FULL, () -> put(store, "Q", new Mqmd(), "x"));
        }
    }

    @Test
    void anErrorOfTheDiskIsToldOnceAndEveryCallSaysItFromThenOn() {
        List<MillraceException> reported = new ArrayList<>();
        try (ArtemisStore store = open()) {
            store.create(QueueDefinition.named("Q"));
            store.onFailure(reported::add);
            EmbeddedBroker broker = (EmbeddedBroker) store.broker();
            broker.server()
                    .getIoCriticalErrorListener()
                    .onIOException(
                            new IOException("Input/output error"), "cannot sync", "journal-1");
            assertThat(reported).hasSize(1);
            assertThat(reported.getFirst().code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
            assertThat(reported.getFirst()).hasMessageContaining("cannot sync");
            assertCode(ErrorCode.QUEUE_STORE_DOWN, () -> put(store, "Q", new Mqmd(), "x"));
            assertCode(ErrorCode.QUEUE_STORE_DOWN, store::status);
            assertThat(store.impediment()).isPresent();
        }
    }

    @Test
    void theSecretsInTheHomeFolderAreForItsOwnerOnly() throws IOException {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
        open().close();
        Path credentials = home.resolve(Credentials.FILE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials)))
                .isEqualTo("rw-------");
        assertThat(Credentials.left(home)).hasToString("millrace");
    }

    @Test
    void theDiskIsMeasuredOnceForAHomeFolder() throws IOException {
        open().close();
        Path file = home.resolve("journal.properties");
        String measured = Files.readString(file);
        Files.writeString(file, "syncMicros=77\n");
        try (ArtemisStore store = open()) {
            EmbeddedBroker broker = (EmbeddedBroker) store.broker();
            assertThat(broker.server().getConfiguration().getJournalBufferTimeout_NIO())
                    .isEqualTo(77_000);
        }
        assertThat(measured).containsPattern("syncMicros=\\d+");
    }

    @Test
    void anExpiredMessageIsKeptToBeLookedAt() {
        try (ArtemisStore store = open()) {
            store.create(QueueDefinition.named("Q"));
            put(store, "Q", new Mqmd().expiry(1), "late");
            try (QueueSession session = store.session()) {
                QueueReader reader = session.reader("Q");
                session.rollback();
                await().until(
                                () ->
                                        reader.receive(0) == null
                                                && store.status(QueueSettings.EXPIRY_QUEUE).depth()
                                                                + store.status("Q").depth()
                                                        == 1);
            }
            await().until(
                            () -> {
                                try (QueueSession session = store.session()) {
                                    session.reader("Q").receive(0);
                                    session.rollback();
                                }
                                return store.status(QueueSettings.EXPIRY_QUEUE).depth() == 1;
                            });
        }
    }

    @Test
    void aQueueNameWithACharacterOfPatternsIsRefused() {
        try (ArtemisStore store = open()) {
            for (String name : List.of("A#", "A+B", "A*", "A B", "A::B", "$SYS")) {
                assertCode(ErrorCode.BAD_VALUE, () -> store.create(QueueDefinition.named(name)));
            }
            store.create(QueueDefinition.named("DEPT/ORDERS_1.IN%"));
        }
    }
}
