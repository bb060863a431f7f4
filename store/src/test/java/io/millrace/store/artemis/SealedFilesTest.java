package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Journal files that are full, after an end that was not orderly: a copy of a store that works. */
class SealedFilesTest {

    private static final int SOMEWHERE = 5_000_000;
    private static final int MESSAGES = 3_600;
    private static final Bytes BODY = Bytes.utf8("x".repeat(8_000));

    @TempDir Path folder;

    private Path home;
    private Path left;

    @BeforeEach
    void name() {
        home = folder.resolve("home");
        left = folder.resolve("left");
    }

    private static ArtemisStore open(Path home) {
        return ArtemisStore.embed(QueueStoreSettings.embedded(home));
    }

    private static void put(ArtemisStore store, int messages) {
        store.create(QueueDefinition.named("Q"));
        try (QueueSession session = store.session()) {
            for (int i = 0; i < messages; i++) {
                session.put("Q", new QueueMessage(new Mqmd(), BODY), true);
                if (!session.hasRoom()) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    private static void drain(ArtemisStore store) {
        try (QueueSession session = store.session();
                QueueReader reader = session.reader("Q")) {
            while (reader.receive(0) != null) {
                if (!session.hasRoom()) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    private String seals(Path where) throws IOException {
        return Files.readString(where.resolve(SealedFiles.FILE));
    }

    /** What a process that is killed now would leave. */
    private void leave() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                Files.copy(file, left.resolve(home.relativize(file).toString()));
            }
        }
    }

    private void leaveFullFiles() throws IOException {
        try (ArtemisStore store = open(home)) {
            put(store, MESSAGES);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> seals(home).contains("journal/activemq-data-2.amq"));
            leave();
        }
    }

    private void assertDamaged(Path file) {
        assertThatThrownBy(() -> open(left))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_DAMAGED))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("as it was when it was full");
    }

    private static void change(Path file, int position) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position);
            int before = bytes.read();
            bytes.seek(position);
            bytes.write(before ^ 1);
        }
    }

    @Test
    void aBitThatHasChangedInAFullFileIsFound() throws IOException {
        leaveFullFiles();
        Path file = left.resolve("journal/activemq-data-1.amq");
        change(file, SOMEWHERE);
        assertDamaged(file);
        assertDamaged(file);
        Files.createFile(left.resolve(StoreErrors.ACCEPT_DAMAGE));
        // The message with the bit, and those that were written with it.
        try (ArtemisStore store = open(left)) {
            assertThat(store.status("Q").depth()).isLessThan(MESSAGES).isGreaterThan(MESSAGES / 2);
        }
    }

    @Test
    void aFileWithTheNumberOfAnEarlierOneIsFound() throws IOException {
        leaveFullFiles();
        Path file = left.resolve("journal/activemq-data-2.amq");
        // The last byte of its number: 2 becomes 3, and 3 as that of a used file 2.
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(15);
            bytes.write(1);
        }
        assertDamaged(file);
    }

    @Test
    void whatNothingHasHappenedToIsOpenedAndKeptAnEyeOn() throws IOException {
        leaveFullFiles();
        Path again = folder.resolve("again");
        try (ArtemisStore store = open(left)) {
            assertThat(store.status("Q").depth()).isEqualTo(MESSAGES);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> seals(left).contains("journal/activemq-data-1.amq"));
            home = left;
            left = again;
            leave();
        }
        change(left.resolve("journal/activemq-data-1.amq"), SOMEWHERE);
        assertDamaged(left.resolve("journal/activemq-data-1.amq"));
    }

    @Test
    void filesThatAreUsedAgainAreNoDamage() throws IOException {
        List<String> full;
        try (ArtemisStore store = open(home)) {
            for (int i = 0; i < 4; i++) {
                put(store, MESSAGES);
                drain(store);
            }
            put(store, MESSAGES / 2);
            full = List.of(seals(home).split("\n"));
            leave();
        }
        assertThat(full).hasSizeGreaterThan(4);
        try (ArtemisStore store = open(left)) {
            assertThat(store.status("Q").depth()).isEqualTo(MESSAGES / 2);
        }
    }
}
