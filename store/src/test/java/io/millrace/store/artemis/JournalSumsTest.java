package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A store on a disk that has changed what it holds. */
class JournalSumsTest {

    private static final int SOMEWHERE = 1_000;

    @TempDir Path home;

    private QueueStore open() {
        return new ArtemisProvider().open(QueueStoreSettings.embedded(home));
    }

    @BeforeEach
    void leaveAMessage() {
        try (QueueStore store = open();
                QueueSession session = store.session()) {
            store.create(QueueDefinition.named("Q"));
            session.put(
                    "Q",
                    new QueueMessage(new Mqmd().persistence(1), Bytes.utf8("x".repeat(2_000))),
                    false);
        }
    }

    private Path journal() {
        return home.resolve("journal/activemq-data-1.amq");
    }

    private void acceptDamage() throws IOException {
        Files.createFile(home.resolve(StoreErrors.ACCEPT_DAMAGE));
    }

    private void assertDamaged(Path file) {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_DAMAGED))
                .hasMessageContaining(file.toString())
                .hasMessageContaining(home.resolve(StoreErrors.ACCEPT_DAMAGE).toString());
    }

    @Test
    void aStoreIsOpenedAgainAndAgain() {
        for (int i = 0; i < 2; i++) {
            try (QueueStore store = open()) {
                assertThat(store.status("Q").depth()).isEqualTo(1);
            }
        }
    }

    @Test
    void aBitThatHasChangedIsFound() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(journal().toFile(), "rw")) {
            file.seek(SOMEWHERE);
            int before = file.read();
            file.seek(SOMEWHERE);
            file.write(before ^ 1);
        }
        assertDamaged(journal());
        assertDamaged(journal());
        acceptDamage();
        try (QueueStore store = open()) {
            assertThat(store.status("Q").depth()).isZero();
        }
        open().close();
    }

    @Test
    void aFileThatIsMissingIsFound() throws IOException {
        Files.delete(journal());
        assertDamaged(journal());
        acceptDamage();
        open().close();
        assertThat(home.resolve(StoreErrors.ACCEPT_DAMAGE)).doesNotExist();
    }

    @Test
    void aFileThatWasCutIsFoundWhateverEndThereWas() throws IOException {
        Files.delete(home.resolve("journal.sums"));
        try (RandomAccessFile file = new RandomAccessFile(journal().toFile(), "rw")) {
            file.setLength(SOMEWHERE);
        }
        assertDamaged(journal());
    }
}
