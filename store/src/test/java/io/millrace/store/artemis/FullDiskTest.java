package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A disk that is really full: a file system in memory of its own, which only a process can mount
 * that runs as root on Linux.
 */
class FullDiskTest {

    private static final int DISK_BYTES = 64 << 20;

    /** Less than one more file of the journal. */
    private static final int LEFT_FREE = 4 << 20;

    private static final int UNIT = 10;
    private static final int MOST_UNITS = 10_000;
    private static final String PADDING = " ".repeat(8_000);

    @TempDir Path folder;

    private Path disk;
    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "tmpfs", disk.toString());
        assumeTrue(mounted, "this process may not mount a file system in memory");
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            // Lazily: Artemis leaves a file open that it could not fill.
            assertThat(run("umount", "-l", disk.toString())).isTrue();
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Opens a store that goes on until the disk itself has no room. */
    private ArtemisStore open(int syncMicros) {
        return ArtemisStore.embed(
                QueueStoreSettings.embedded(disk.resolve("home"))
                        .withJournal(new QueueStoreSettings.Journal(syncMicros, true, 100)));
    }

    /** Takes all room but a little. */
    private Path fill() throws IOException {
        Path ballast = disk.resolve("ballast");
        long free = disk.toFile().getUsableSpace();
        Files.write(ballast, new byte[Math.toIntExact(free - LEFT_FREE)]);
        return ballast;
    }

    private static QueueMessage message(int unit, int number) {
        return new QueueMessage(new Mqmd(), Bytes.utf8(unit + " " + number + PADDING));
    }

    /** Puts units until one fails; gives back how many were acknowledged. */
    private static int putUntilFull(ArtemisStore store, List<MillraceException> failures) {
        try (QueueSession session = store.session()) {
            for (int unit = 0; unit < MOST_UNITS; unit++) {
                int current = unit;
                MillraceException failure =
                        catchThrowableOfType(
                                MillraceException.class,
                                () -> {
                                    for (int i = 0; i < UNIT; i++) {
                                        session.put("Q", message(current, i), true);
                                    }
                                    session.commit();
                                });
                if (failure != null) {
                    failures.add(failure);
                    return unit;
                }
            }
        }
        throw new AssertionError("the disk took everything");
    }

    /** How many messages are on the queue, by the numbers of their units. */
    private static TreeMap<Integer, Integer> drained(ArtemisStore store) {
        TreeMap<Integer, Integer> units = new TreeMap<>();
        try (QueueSession session = store.session();
                QueueReader reader = session.reader("Q")) {
            QueueMessage message;
            while ((message = reader.receive(0)) != null) {
                String text = message.body().text(StandardCharsets.UTF_8);
                units.merge(Integer.valueOf(text.substring(0, text.indexOf(' '))), 1, Integer::sum);
                session.commit();
            }
        }
        return units;
    }

    /** With a buffer that waits for others, Artemis answers for what it could not write. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 300})
    void nothingIsAcknowledgedThatIsNotThereWhenThereIsRoomAgain(int syncMicros)
            throws IOException {
        List<MillraceException> failures = new ArrayList<>();
        int acknowledged;
        Path ballast;
        try (ArtemisStore store = open(syncMicros)) {
            store.create(QueueDefinition.named("Q"));
            ballast = fill();
            acknowledged = putUntilFull(store, failures);
            assertThat(acknowledged).isPositive();
            assertThat(failures.getFirst().root().code()).isEqualTo(ErrorCode.STORE_DISK_FULL);
            assertThat(failures.getFirst().root().getMessage()).contains(disk.toString());
            assertThatThrownBy(store::session).isInstanceOf(MillraceException.class);
        }
        Files.delete(ballast);
        try (ArtemisStore store = open(syncMicros)) {
            TreeMap<Integer, Integer> units = drained(store);
            for (int unit = 0; unit < acknowledged; unit++) {
                assertThat(units.get(unit)).as("unit " + unit).isEqualTo(UNIT);
            }
            // The unit that failed is there as a whole or not at all, and none behind it.
            units.headMap(acknowledged).clear();
            assertThat(units.values()).allMatch(count -> count == UNIT).hasSizeLessThan(2);
        }
    }
}
