package io.millrace.benchmarks.drive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The least that a coordinator writes: a record that a unit commits, on the disk before anybody is
 * told to. Records that come while a forced write is under way share the next one. Its place in the
 * file is there before, so that a forced write writes nothing but the record; nobody ever reads it.
 * Safe to use from several threads.
 */
final class DecisionFile implements AutoCloseable {

    /** As much as two branches with their ids take. */
    private static final int RECORD = 256;

    private static final int RECORDS = 4_096;

    private final FileChannel file;
    private final ReentrantLock forcing = new ReentrantLock();
    private long written;

    /** Guarded by {@link #forcing}. */
    private long forced;

    DecisionFile(Path path) {
        try {
            file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            file.write(ByteBuffer.allocate(RECORDS * RECORD));
            file.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Comes back when a decision is on the disk. */
    void decide() {
        try {
            long own = write();
            forcing.lock();
            try {
                if (forced < own) {
                    long reached = written();
                    file.force(false);
                    forced = reached;
                }
            } finally {
                forcing.unlock();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized long write() throws IOException {
        file.write(ByteBuffer.allocate(RECORD), written % RECORDS * RECORD);
        return ++written;
    }

    private synchronized long written() {
        return written;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
