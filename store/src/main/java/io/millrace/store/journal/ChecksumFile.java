package io.millrace.store.journal;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.ActiveMQIOErrorException;
import org.apache.activemq.artemis.core.io.IOCallback;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFile;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * An Artemis file whose entry in the {@link FileLedger} is updated with each write. One thread at a
 * time writes; other threads force the file.
 */
class ChecksumFile extends NIOSequentialFile {

    private final SummedFileFactory ledgered;
    private final CRC32C crc = new CRC32C();

    /** Number of bytes of the file included in the checksum. */
    private long summed;

    private long head;
    private LedgerEntry entry;
    private volatile FileState state;
    private volatile long forced;

    ChecksumFile(SummedFileFactory factory, File folder, String name) {
        super(factory, folder, name, factory.getMaxIO());
        this.ledgered = factory;
    }

    /** Returns the number of bytes known to have been forced since the file was opened. */
    final long forcedBytes() {
        return forced;
    }

    private Path path() {
        return getFile().toPath();
    }

    @Override
    public void position(long position) throws IOException {
        super.position(position);
        forced = 0;
    }

    @Override
    public void writeDirect(ByteBuffer bytes, boolean sync, IOCallback callback) {
        try {
            blockingWriteDirect(bytes, sync, true);
            // A failed write was reported to the factory's listener, and must not be acknowledged.
            if (callback != null && !ledgered.hasFailed()) {
                callback.done();
            }
        } catch (Exception e) {
            if (callback != null) {
                callback.onError(
                        ActiveMQExceptionType.GENERIC_EXCEPTION.getCode(),
                        e.getClass() + " during write direct: " + e.getMessage());
            }
        }
    }

    @Override
    public void writeDirect(ByteBuffer bytes, boolean sync) throws Exception {
        blockingWriteDirect(bytes, sync, true);
    }

    @Override
    public void blockingWriteDirect(ByteBuffer bytes, boolean sync, boolean release)
            throws Exception {
        try {
            write(bytes);
            if (sync && !ledgered.hasFailed()) {
                sync();
            }
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            if (!ledgered.hasFailed()) {
                ledgered.onIOError(
                        new ActiveMQIOErrorException(e.getMessage(), e), e.getMessage(), this);
            }
        } finally {
            if (release) {
                ledgered.releaseBuffer(bytes);
            }
        }
    }

    private synchronized void write(ByteBuffer bytes) throws Exception {
        if (!isOpen()) {
            super.blockingWriteDirect(bytes, false, false);
            return;
        }
        long at = position();
        if (at != summed || state == null) {
            sumUpTo(at);
        }
        crc.update(bytes.duplicate());
        summed += bytes.remaining();
        super.blockingWriteDirect(bytes, false, false);
        if (bytes.hasRemaining() && !ledgered.hasFailed()) {
            // Artemis does not check that all bytes were written.
            String message = bytes.remaining() + " bytes could not be written";
            ledgered.onIOError(new ActiveMQIOErrorException(message), message, this);
        }
        if (!ledgered.hasFailed()) {
            if (entry == null) {
                entry = ledgered.ledger().entry(path());
                head = FileSum.head(channel);
            }
            state(new FileState(summed, (int) crc.getValue(), head, 0));
        }
    }

    /**
     * Adjusts the checksum to a position: adds bytes that another process or object wrote, and
     * removes bytes that are about to be overwritten.
     */
    private void sumUpTo(long position) throws IOException {
        FileState known = state == null ? ledgered.ledger().state(path()) : state;
        if (known != null && position < known.length() || position < summed) {
            forget();
        }
        FileSum.update(crc, channel, summed, position);
        summed = position;
    }

    private void state(FileState next) {
        state = next;
        if (entry != null) {
            entry.write(next);
        }
    }

    @Override
    public void sync() throws IOException {
        FileState before = state;
        super.sync();
        markForced(before);
    }

    private synchronized void markForced(FileState before) {
        FileState now = state;
        // After a failed force, a later one can succeed without the lost data.
        if (ledgered.hasFailed()
                || before == null
                || now == null
                || !ledgered.isDatasync()
                || now.head() != before.head()) {
            return;
        }
        forced = Math.max(forced, before.length());
        if (now == before && !now.isForced()) {
            state(now.forced());
        }
    }

    @Override
    public synchronized void close(boolean waitSync, boolean blockOnPending)
            throws IOException, InterruptedException, ActiveMQException {
        boolean forces = waitSync && isOpen();
        super.close(waitSync, blockOnPending);
        if (forces) {
            markForced(state);
        }
    }

    @Override
    public void fill(int size) throws IOException {
        forget();
        super.fill(size);
    }

    /** Registers that the file is about to be deleted, or overwritten from its beginning. */
    final synchronized void forget() {
        ledgered.ledger().remove(path());
        crc.reset();
        summed = 0;
        entry = null;
        state = null;
        forced = 0;
    }

    /**
     * Renames the file. If the process is killed during the call, the file remains listed under
     * both names.
     */
    final synchronized void rename(String name) throws Exception {
        close();
        FileLedger ledger = ledgered.ledger();
        Path before = path();
        FileState known = ledger.state(before);
        Path after = before.resolveSibling(name);
        if (known == null || before.equals(after)) {
            renameTo(name);
            return;
        }
        ledger.remove(after);
        LedgerEntry renamed = ledger.entry(after);
        if (renamed != null) {
            renamed.write(known.optional());
        }
        ledger.entry(before).write(known.optional());
        renameTo(name);
        if (renamed != null) {
            renamed.write(known);
        }
        ledger.remove(before);
        entry = renamed;
        state = entry == null ? null : state;
    }

    @Override
    public SequentialFile cloneFile() {
        return ledgered.createSequentialFile(getFileName());
    }
}
