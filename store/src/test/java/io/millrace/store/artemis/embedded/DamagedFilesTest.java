package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.broker.QueueSettings;
import io.millrace.store.journal.FileLedger;

import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Files that were damaged after the store was closed, or killed: a copy of a store that runs. */
class DamagedFilesTest {

    private static final int SMALL = 1_400;
    private static final int SMALL_BYTES = 8_000;
    private static final int LARGE = 3;
    private static final int LARGE_BYTES = 150_000;
    private static final int PAGED = 200;
    private static final int PAGED_BYTES = 1_000;
    private static final int PAGE_BYTES = 40_000;
    private static final int LAST = 5;
    private static final int UNIT = 50;

    @TempDir static Path folder;

    @TempDir Path test;

    private Path home;

    enum End {
        ORDERLY,
        KILL
    }

    enum Damage {
        DELETED,
        TRUNCATED,
        ALTERED,
        ZEROED,
        SWAPPED
    }

    enum Kind {
        FULL_JOURNAL("journal", "activemq-data-1.amq"),
        JOURNAL("journal", "activemq-data-2.amq"),
        BINDINGS("bindings", "activemq-bindings-1.bindings"),
        LARGE_MESSAGE("large", ".msg"),
        PAGE("paging", ".page"),
        ADDRESS("paging", "address.txt");

        private final String below;
        private final String name;

        Kind(String below, String name) {
            this.below = below;
            this.name = name;
        }

        /** The files of this kind, without those that only hold zeros. */
        private List<Path> files(Path home) throws IOException {
            try (Stream<Path> files = Files.walk(home.resolve(below))) {
                return files.filter(f -> f.toString().endsWith(name)).sorted().toList();
            }
        }
    }

    static ArtemisStore open(Path home, boolean acceptDamage) {
        QueueStoreSettings settings = TestSettings.embedded(home);
        return ArtemisStore.embed(
                acceptDamage
                        ? settings.withJournal(settings.journal().acceptingDamage())
                        : settings);
    }

    @BeforeAll
    static void leaveStores() throws IOException {
        Path work = folder.resolve("work");
        try (ArtemisStore store = open(work, false);
                QueueSession session = store.session()) {
            List.of("SMALL", "LARGE", "PAGED").forEach(q -> store.create(QueueDefinition.named(q)));
            AddressSettings paged =
                    QueueSettings.created()
                            .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
            paged.setMaxSizeBytes(2 * PAGE_BYTES).setPageSizeBytes(PAGE_BYTES);
            ((EmbeddedBroker) store.broker())
                    .server()
                    .getAddressSettingsRepository()
                    .addMatch("PAGED", paged);
            put(session, "LARGE", LARGE, LARGE_BYTES);
            put(session, "PAGED", PAGED, PAGED_BYTES);
            put(session, "SMALL", SMALL - LAST, SMALL_BYTES);
            put(session, "SMALL", LAST, SMALL_BYTES);
            await().until(() -> isCopied(work.resolve("bindings")));
            copy(work, folder.resolve(End.KILL.name()));
        }
        copy(work, folder.resolve(End.ORDERLY.name()));
    }

    /** Whether the copy of a journal has everything that was written to it. */
    private static boolean isCopied(Path journal) throws IOException {
        try (ZipInputStream zip =
                new ZipInputStream(
                        Files.newInputStream(
                                journal.resolveSibling(journal.getFileName() + ".zip")))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                byte[] copied = zip.readAllBytes();
                byte[] written = Files.readAllBytes(journal.resolve(e.getName()));
                if (Arrays.mismatch(Arrays.copyOf(copied, written.length), written) >= 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private static void put(QueueSession session, String queue, int messages, int bytes) {
        for (int i = 0; i < messages; i++) {
            Mqmd descriptor = new Mqmd().persistence(1);
            Bytes body = Bytes.utf8(i + " " + "x".repeat(bytes));
            session.put(queue, new QueueMessage(descriptor, body), true);
            if (i % UNIT == 0) {
                session.commit();
            }
        }
        session.commit();
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private void bring(End end) throws IOException {
        home = test.resolve("home");
        copy(folder.resolve(end.name()), home);
    }

    /** Damages a file; gives back its name. */
    private String damage(Kind kind, Damage damage) throws IOException {
        List<Path> files = kind.files(home);
        Path file = files.getFirst();
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        switch (damage) {
            case DELETED -> Files.delete(file);
            case TRUNCATED -> {
                try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
                    raw.setLength(end / 2);
                }
            }
            case ALTERED -> {
                // In the last write, or somewhere in a body.
                bytes[end - 5] ^= 1;
                Files.write(file, bytes);
            }
            case ZEROED -> {
                Arrays.fill(bytes, end / 2, end, (byte) 0);
                Files.write(file, bytes);
            }
            case SWAPPED -> {
                Path other = other(kind, file);
                Path aside = file.resolveSibling("aside");
                Files.move(file, aside);
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                Files.move(aside, other);
            }
        }
        return file.getFileName().toString();
    }

    private Path other(Kind kind, Path file) throws IOException {
        try (Stream<Path> siblings = Files.list(file.getParent())) {
            String name = file.getFileName().toString();
            String extension = name.substring(name.lastIndexOf('.'));
            return siblings.filter(f -> f.toString().endsWith(extension) && !f.equals(file))
                    .sorted()
                    .findFirst()
                    .orElseThrow(() -> new IOException("only one file of " + kind));
        }
    }

    /** Each kind of file and each damage at least once, at either end. */
    private static boolean isSample(End end, Kind kind, Damage damage) {
        boolean other = kind.ordinal() % 2 == end.ordinal();
        return (kind.ordinal() + damage.ordinal()) % Damage.values().length == (other ? 0 : 2);
    }

    private static Stream<Arguments> cases(boolean samples) {
        List<Arguments> cases = new ArrayList<>();
        for (End end : End.values()) {
            for (Kind kind : Kind.values()) {
                for (Damage damage : Damage.values()) {
                    boolean alone = kind == Kind.ADDRESS && damage == Damage.SWAPPED;
                    if (!alone && isSample(end, kind, damage) == samples) {
                        cases.add(Arguments.of(end, kind, damage));
                    }
                }
            }
        }
        return cases.stream();
    }

    static Stream<Arguments> samples() {
        return cases(true);
    }

    static Stream<Arguments> otherCases() {
        return cases(false);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void damageIsReportedWithTheFileAndWhatIsIntactCanBeKept(End end, Kind kind, Damage damage)
            throws IOException {
        bring(end);
        String file = damage(kind, damage);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> open(home, false).close())
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_DAMAGED))
                    .hasMessageContainingAll(file, "--accept-damage");
        }
        long kept;
        try (ArtemisStore store = open(home, true)) {
            kept = messages(store);
            assertKept(store, kind, damage);
        }
        try (ArtemisStore store = open(home, false)) {
            assertThat(messages(store)).isEqualTo(kept);
        }
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("otherCases")
    void anyOtherDamageIsReportedToo(End end, Kind kind, Damage damage) throws IOException {
        damageIsReportedWithTheFileAndWhatIsIntactCanBeKept(end, kind, damage);
    }

    private static void assertKept(ArtemisStore store, Kind kind, Damage damage) {
        long total = messages(store);
        switch (kind) {
            case LARGE_MESSAGE -> {
                assertThat(total).isEqualTo(SMALL + LARGE + PAGED);
                int damaged = damage == Damage.SWAPPED ? 2 : 1;
                assertThat(depth(store, DamagedMessages.QUEUE)).isEqualTo(damaged);
                assertThat(depth(store, "LARGE")).isEqualTo(LARGE - damaged);
            }
            case PAGE ->
                    assertThat(total)
                            .isBetween(
                                    SMALL + LARGE + PAGED * 3L / 5, SMALL + LARGE + (long) PAGED);
            case ADDRESS -> assertThat(depth(store, "SMALL")).isEqualTo(SMALL);
            case JOURNAL, FULL_JOURNAL ->
                    assertThat(depth(store, "SMALL")).isBetween(1L, (long) SMALL);
            case BINDINGS -> assertThat(total).isEqualTo(SMALL + LARGE + PAGED);
        }
    }

    private static long depth(ArtemisStore store, String queue) {
        QueueStatus status = store.status(queue);
        return status == null ? 0 : status.depth();
    }

    private static long messages(ArtemisStore store) {
        return store.status().stream().mapToLong(QueueStatus::depth).sum();
    }

    @Test
    void aStoreThatNothingHappenedToIsOpenedWithoutAWord() throws IOException {
        for (End end : End.values()) {
            home = test.resolve(end.name());
            copy(folder.resolve(end.name()), home);
            try (ArtemisStore store = open(home, false)) {
                assertThat(messages(store)).isEqualTo(SMALL + LARGE + PAGED);
            }
        }
    }

    @Test
    void withoutItsLedgerAStoreIsOpened() throws IOException {
        bring(End.KILL);
        Files.delete(home.resolve(FileLedger.FILE));
        try (ArtemisStore store = open(home, false)) {
            assertThat(messages(store)).isEqualTo(SMALL + LARGE + PAGED);
        }
    }
}
