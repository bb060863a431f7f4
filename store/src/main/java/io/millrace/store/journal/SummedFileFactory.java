package io.millrace.store.journal;

import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;

import java.io.File;

/**
 * A factory of Artemis files that are listed in a {@link FileLedger}. The files of a journal, which
 * collect records before they write them, also have a checksum for each write.
 */
public final class SummedFileFactory extends NIOSequentialFileFactory {

    private final FileLedger ledger;
    private final boolean collects;
    private volatile boolean failed;

    private SummedFileFactory(
            FileLedger ledger,
            File folder,
            boolean collects,
            int bufferBytes,
            int bufferNanos,
            IOCriticalErrorListener listener) {
        super(folder, collects, bufferBytes, bufferNanos, 1, false, listener, null);
        this.ledger = ledger;
        this.collects = collects;
    }

    /**
     * Returns a factory for a journal.
     *
     * @param ledger ledger that lists its files
     * @param folder folder of the journal
     * @param bufferBytes maximum number of bytes that are collected
     * @param bufferNanos maximum time for which records are collected
     * @param listener receiver of disk failures; can be null
     */
    public static SummedFileFactory ofJournal(
            FileLedger ledger,
            File folder,
            int bufferBytes,
            int bufferNanos,
            IOCriticalErrorListener listener) {
        return new SummedFileFactory(ledger, folder, true, bufferBytes, bufferNanos, listener);
    }

    /** Returns a factory for files that are written directly: pages and large messages. */
    public static SummedFileFactory ofFiles(
            FileLedger ledger, File folder, IOCriticalErrorListener listener) {
        return new SummedFileFactory(ledger, folder, false, 0, 0, listener);
    }

    FileLedger ledger() {
        return ledger;
    }

    /** Whether a file could not be written or forced. */
    boolean hasFailed() {
        return failed;
    }

    @Override
    public void onIOError(Throwable exception, String message, String file) {
        failed = true;
        super.onIOError(exception, message, file);
    }

    @Override
    public SequentialFile createSequentialFile(String name) {
        return new ListedFile(
                collects
                        ? new SummedFile(this, journalDir, name)
                        : new ChecksumFile(this, journalDir, name));
    }
}
