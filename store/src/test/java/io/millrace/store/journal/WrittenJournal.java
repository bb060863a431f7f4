package io.millrace.store.journal;

import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;
import org.apache.activemq.artemis.core.journal.PreparedTransactionInfo;
import org.apache.activemq.artemis.core.journal.RecordInfo;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A journal of numbered records, and what a failure of the power would leave of it. */
final class WrittenJournal implements AutoCloseable {

    static final int FILE_BYTES = 64 << 10;
    static final String EXTENSION = ".rec";

    private static final int SECTOR = 512;
    private static final int BUFFER_BYTES = 32 << 10;
    private static final int NANOS = 100_000;

    private final Path folder;
    private final JournalImpl journal;
    private long last;

    /** Opens it and reads what is there. */
    WrittenJournal(Path folder, boolean withSums) throws Exception {
        this.folder = Files.createDirectories(folder);
        NIOSequentialFileFactory files =
                withSums
                        ? SummedFileFactory.ofJournal(
                                ledger(), folder.toFile(), BUFFER_BYTES, NANOS, null)
                        : new NIOSequentialFileFactory(
                                folder.toFile(), true, BUFFER_BYTES, NANOS, 1, false);
        journal = new JournalImpl(FILE_BYTES, 2, 2, 0, 0, files, "j", "rec", 1);
        journal.start();
        last = load().size();
    }

    private FileLedger ledger() throws IOException {
        FileLedger ledger = FileLedger.open(folder);
        ledger.begin(List.of());
        return ledger;
    }

    private List<RecordInfo> load() throws Exception {
        List<RecordInfo> records = new ArrayList<>();
        journal.load(records, new ArrayList<PreparedTransactionInfo>(), (id, a, b) -> {});
        return records;
    }

    /** What is read of a journal: the ids, in order; fails where a record is not as it was put. */
    static List<Long> read(Path folder) throws Exception {
        try (WrittenJournal opened = new WrittenJournal(folder, true)) {
            opened.journal.stop();
            opened.journal.start();
            List<Long> ids = new ArrayList<>();
            for (RecordInfo record : opened.load()) {
                if (!Arrays.equals(record.data, body(record.id, record.data.length))) {
                    throw new IOException("record " + record.id + " is not as it was put");
                }
                ids.add(record.id);
            }
            return ids;
        }
    }

    private static byte[] body(long id, int length) {
        byte[] body = new byte[length];
        new Random(id).nextBytes(body);
        return body;
    }

    /** Writes one, and nothing else with it. */
    void put(int bytes, boolean force) throws Exception {
        last++;
        journal.appendAddRecord(last, (byte) 1, body(last, bytes), force);
        // The first waits until it is collected, the second writes it.
        journal.flush();
        journal.flush();
    }

    void remove(long id) throws Exception {
        journal.appendDeleteRecord(id, true);
    }

    long last() {
        return last;
    }

    /** The files as they are now. */
    void copy(Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : files(folder)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    static List<Path> files(Path folder) throws IOException {
        try (var found = Files.list(folder)) {
            return found.filter(f -> f.toString().endsWith(EXTENSION)).sorted().toList();
        }
    }

    /**
     * Takes back sectors in which a folder differs from an earlier one.
     *
     * @return whether there were any
     */
    static boolean lose(Path folder, Path earlier, Random which) throws IOException {
        boolean lost = false;
        for (Path file : files(folder)) {
            Path before = earlier.resolve(file.getFileName());
            byte[] now = Files.readAllBytes(file);
            byte[] then = Files.exists(before) ? Files.readAllBytes(before) : new byte[now.length];
            for (int at = 0; at < now.length; at += SECTOR) {
                boolean differs = !Arrays.equals(now, at, at + SECTOR, then, at, at + SECTOR);
                if (differs && which.nextBoolean()) {
                    System.arraycopy(then, at, now, at, SECTOR);
                    lost = true;
                }
            }
            Files.write(file, now);
        }
        return lost;
    }

    @Override
    public void close() throws IOException {
        try {
            journal.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
