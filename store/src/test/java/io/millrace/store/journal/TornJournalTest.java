package io.millrace.store.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Journals whose last writes are on the disk here and there. */
class TornJournalTest {

    @TempDir Path folder;

    private Path work;
    private Path forced;
    private Path left;

    private void name(int round) {
        work = folder.resolve("work" + round);
        forced = folder.resolve("forced" + round);
        left = folder.resolve("left" + round);
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private Optional<FileLedger.Damage> cutTorn(boolean forces) throws IOException {
        TornJournal journal = new TornJournal(left, WrittenJournal.EXTENSION, forces);
        Optional<FileLedger.Damage> damage = journal.damage(Set.of());
        if (damage.isEmpty()) {
            journal.cut(Set.of(), false);
        }
        return damage;
    }

    private void assertReadUpTo(long least, long most) throws Exception {
        List<Long> read = WrittenJournal.read(left);
        assertThat(read).isEqualTo(upTo(read.size()));
        assertThat((long) read.size()).isBetween(least, most);
    }

    private long write(int records, int bytes) throws Exception {
        try (WrittenJournal journal = new WrittenJournal(work, true)) {
            for (int i = 0; i < records; i++) {
                journal.put(bytes, true);
            }
            journal.copy(left);
            return journal.last();
        }
    }

    /** Of a record of 900 bytes: it has 23 more, and what stands before it. */
    private static int start(int record) {
        return 16 + (record - 1) * (Flush.SIZE + 923);
    }

    private static void change(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    /**
     * Whatever sectors are lost of what was not forced, what was forced is read, and of the rest
     * the beginning or nothing.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatWasForcedIsReadAndNothingTornIs(int seed) throws Exception {
        for (int round = 0; round < 8; round++) {
            name(round);
            Random random = new Random(seed * 100L + round);
            long safe;
            long last;
            try (WrittenJournal journal = new WrittenJournal(work, true)) {
                for (int i = random.nextInt(30); i >= 0; i--) {
                    journal.put(1 + random.nextInt(2_000), true);
                }
                journal.copy(forced);
                safe = journal.last();
                for (int i = random.nextInt(6); i >= 0; i--) {
                    journal.put(1 + random.nextInt(4_000), false);
                }
                last = journal.last();
                journal.copy(left);
            }
            WrittenJournal.lose(left, forced, random);
            assertThat(cutTorn(true)).isEmpty();
            assertReadUpTo(safe, last);
        }
    }

    @Test
    void aTornJournalIsWrittenToAgain() throws Exception {
        name(0);
        long safe = write(10, 900);
        try (WrittenJournal journal = new WrittenJournal(work, true)) {
            journal.copy(forced);
            journal.put(3_000, false);
            left = folder.resolve("again");
            journal.copy(left);
        }
        Path file = WrittenJournal.files(left).getFirst();
        FlushChain whole = FlushChain.read(file);
        change(file, whole.end() - 1_500);
        assertThat(cutTorn(true)).isEmpty();
        try (WrittenJournal journal = new WrittenJournal(left, true)) {
            assertThat(journal.last()).isEqualTo(safe);
            journal.put(700, true);
        }
        assertThat(cutTorn(true)).isEmpty();
        assertReadUpTo(safe + 1, safe + 1);
    }

    @Test
    void whatWasWrittenLastIsCutOffThoughNobodyWouldReadIt() throws Exception {
        name(0);
        long last = write(10, 900);
        Path file = WrittenJournal.files(left).getFirst();
        // The first byte of a record: Artemis passes over it.
        change(file, start(10) + Flush.SIZE);
        assertThat(FlushChain.read(file).isTorn()).isTrue();
        assertThat(cutTorn(true)).isEmpty();
        assertThat(left.resolve(TornJournal.COPIES)).isNotEmptyDirectory();
        assertThat(FlushChain.read(file).isTorn()).isFalse();
        assertReadUpTo(last - 1, last - 1);
    }

    @Test
    void whatWasForcedAndHasChangedIsDamageUntilItIsAccepted() throws Exception {
        name(0);
        long last = write(10, 900);
        Path file = WrittenJournal.files(left).getFirst();
        change(file, start(3) + 500);
        byte[] before = Files.readAllBytes(file);
        assertThat(cutTorn(true))
                .hasValueSatisfying(
                        damage -> {
                            assertThat(damage.file()).isEqualTo(file);
                            assertThat(damage.what()).contains("from byte " + start(3) + " on");
                        });
        assertThat(file).hasBinaryContent(before);
        new TornJournal(left, WrittenJournal.EXTENSION, true).acceptDamage();
        assertThat(cutTorn(true)).isEmpty();
        List<Long> rest = upTo(last).stream().filter(id -> id != 3).toList();
        assertThat(WrittenJournal.read(left)).isEqualTo(rest);
        try (Stream<Path> copies = Files.list(left.resolve(TornJournal.COPIES))) {
            assertThat(copies)
                    .singleElement()
                    .satisfies(c -> assertThat(c).hasBinaryContent(before));
        }
    }

    @Test
    void aFullFileIsTornOnlyWhereNothingIsForced() throws Exception {
        name(0);
        write(80, 900);
        List<Path> files = WrittenJournal.files(left);
        FlushChain first = FlushChain.read(files.getFirst());
        // The last record of a file that was full, and of which nothing in that file tells more.
        change(files.getFirst(), first.end() - 400);
        assertThat(cutTorn(true)).isPresent();
        assertThat(cutTorn(false)).isEmpty();
        int inFirst = (first.end() - start(1)) / (start(2) - start(1));
        assertReadUpTo(inFirst - 1, inFirst - 1);
    }

    @Test
    void aJournalThatWasBegunWithoutSumsIsReadAndGoesOnWithThem() throws Exception {
        name(0);
        try (WrittenJournal journal = new WrittenJournal(work, false)) {
            for (int i = 0; i < 10; i++) {
                journal.put(900, true);
            }
            journal.copy(left);
        }
        assertThat(cutTorn(true)).isEmpty();
        try (WrittenJournal journal = new WrittenJournal(left, true)) {
            assertThat(journal.last()).isEqualTo(10);
            journal.put(900, true);
            journal.put(900, true);
            journal.copy(folder.resolve("later"));
        }
        left = folder.resolve("later");
        assertThat(cutTorn(true)).isEmpty();
        Path file = WrittenJournal.files(left).getFirst();
        change(file, FlushChain.read(file).end() - 10);
        assertThat(cutTorn(true)).isEmpty();
        assertReadUpTo(11, 11);
    }

    @Test
    void aFileThatIsUsedAgainHasNothingOfItsFormerUse() throws Exception {
        name(0);
        try (WrittenJournal journal = new WrittenJournal(work, true)) {
            for (int i = 0; i < 300; i++) {
                journal.put(900, true);
                journal.remove(journal.last());
            }
            journal.put(900, true);
            journal.copy(left);
        }
        assertThat(cutTorn(true)).isEmpty();
        assertThat(WrittenJournal.read(left)).containsExactly(301L);
    }
}
