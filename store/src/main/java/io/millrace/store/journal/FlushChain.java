package io.millrace.store.journal;

import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;
import org.apache.activemq.artemis.core.journal.RecordInfo;
import org.apache.activemq.artemis.core.journal.impl.JournalFileImpl;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.journal.impl.JournalReaderCallbackAbstract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The content of one journal file: consecutive writes, each with the checksum of its records. The
 * chain ends at the first write with a wrong checksum, or at a missing header that is followed by
 * records. This write and all later writes were never forced to disk, because forcing a file forces
 * all its data. The exception is a later write whose header states that the data was forced: then
 * the disk has changed the data.
 */
final class FlushChain {

    private final Path file;
    private final ByteBuffer bytes;
    private final int number;

    /** Position after the last trusted write. */
    private final int end;

    /** Position after the last record that Artemis would read. */
    private final int lastData;

    private FlushChain(Path file, ByteBuffer bytes) throws IOException {
        this.file = file;
        this.bytes = bytes;
        this.number = (int) bytes.getLong(SummedFile.NUMBER_AT);
        this.lastData = readRecords().end;
        this.end = follow();
    }

    /** Reads a file, which must be long enough to contain a number. */
    static FlushChain read(Path file) throws IOException {
        return new FlushChain(file, ByteBuffer.wrap(Files.readAllBytes(file)));
    }

    /** The end of the records that Artemis would read, and their number. */
    private record Records(int end, int count) {}

    private int follow() {
        int at = JournalImpl.SIZE_HEADER;
        if (Flush.at(bytes, at, number) == null) {
            Flush first = next(at);
            if (first != null) {
                // The bytes before it are from an earlier process or empty.
                at = first.begin();
            } else if (beginsWithRecord()) {
                return lastData;
            }
        }
        for (Flush flush = whole(at); flush != null; flush = whole(at)) {
            at = flush.end();
        }
        return at;
    }

    private Flush whole(int at) {
        Flush flush = Flush.at(bytes, at, number);
        return flush != null && flush.isWhole(bytes) ? flush : null;
    }

    /** Returns the first header at or after a position; null if there is none. */
    private Flush next(int from) {
        byte[] all = bytes.array();
        for (int at = from; at < all.length; at++) {
            if (all[at] == Flush.FIRST) {
                Flush flush = Flush.at(bytes, at, number);
                if (flush != null) {
                    return flush;
                }
            }
        }
        return null;
    }

    /**
     * Whether the file begins with a record. This is the case for files that Artemis has rewritten
     * completely, and for files of earlier versions.
     */
    private boolean beginsWithRecord() {
        byte type = bytes.get(JournalImpl.SIZE_HEADER);
        return type >= JournalImpl.EVENT_RECORD
                && type <= JournalImpl.ROLLBACK_RECORD
                && bytes.getInt(JournalImpl.SIZE_HEADER + 1) == number;
    }

    private Records readRecords() throws IOException {
        NIOSequentialFileFactory factory =
                new NIOSequentialFileFactory(file.getParent().toFile(), 1);
        int[] count = new int[1];
        try {
            int last =
                    JournalImpl.readJournalFile(
                            factory,
                            new JournalFileImpl(
                                    factory.createSequentialFile(file.getFileName().toString()),
                                    bytes.getLong(SummedFile.NUMBER_AT),
                                    bytes.getInt(0)),
                            new Counting(count));
            return new Records(last, count[0]);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    Path file() {
        return file;
    }

    int end() {
        return end;
    }

    /** Whether the file contains any records. */
    boolean holdsRecords() {
        return lastData > JournalImpl.SIZE_HEADER;
    }

    /** Whether the file contains data after the end of the chain that must not be read. */
    boolean isTorn() {
        return lastData > end || Flush.at(bytes, end, number) != null;
    }

    /** Whether data that was forced to disk is missing. */
    boolean isDamaged() {
        for (Flush later = next(end); later != null; later = next(later.position() + 1)) {
            if (later.forced() > end) {
                return true;
            }
        }
        return false;
    }

    /**
     * Clears the file after the end of the chain, and forces it to disk.
     *
     * @return number of readable records that were removed
     */
    int cut() throws IOException {
        int before = readRecords().count;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            write(channel, ByteBuffer.allocate(bytes.limit() - end), end);
        }
        return before - readRecords().count;
    }

    /**
     * Replaces changed data with a valid empty write, so that the data after it can be read, or
     * clears it if no data follows. The file is forced to disk.
     *
     * @return number of records that were removed
     */
    int leaveOut() throws IOException {
        Flush later = next(end + Flush.SIZE);
        if (later == null) {
            return cut();
        }
        int before = readRecords().count;
        ByteBuffer blank = ByteBuffer.allocate(later.position() - end);
        int length = blank.limit() - Flush.SIZE;
        new Flush(number, end, end, 0, length, Flush.sum(blank, Flush.SIZE, length)).put(blank);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            write(channel, blank.position(0), end);
        }
        return before - readRecords().count;
    }

    private static void write(FileChannel channel, ByteBuffer what, int at) throws IOException {
        while (what.hasRemaining()) {
            channel.write(what, at + what.position());
        }
        channel.force(false);
    }

    /** Counts records of all kinds. */
    private static final class Counting extends JournalReaderCallbackAbstract {

        private final int[] count;

        private Counting(int[] count) {
            this.count = count;
        }

        @Override
        public void onReadAddRecord(RecordInfo record) {
            count[0]++;
        }

        @Override
        public void onReadUpdateRecord(RecordInfo record) {
            count[0]++;
        }

        @Override
        public void onReadDeleteRecord(long record) {
            count[0]++;
        }

        @Override
        public void onReadAddRecordTX(long unit, RecordInfo record) {
            count[0]++;
        }

        @Override
        public void onReadUpdateRecordTX(long unit, RecordInfo record) {
            count[0]++;
        }

        @Override
        public void onReadDeleteRecordTX(long unit, RecordInfo record) {
            count[0]++;
        }

        @Override
        public void onReadPrepareRecord(long unit, byte[] extra, int records) {
            count[0]++;
        }

        @Override
        public void onReadCommitRecord(long unit, int records) {
            count[0]++;
        }

        @Override
        public void onReadRollbackRecord(long unit) {
            count[0]++;
        }
    }
}
