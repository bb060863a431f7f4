package io.millrace.store.journal;

import io.netty.buffer.ByteBuf;

import org.apache.activemq.artemis.api.core.ActiveMQIOErrorException;
import org.apache.activemq.artemis.core.io.DelegateCallback;
import org.apache.activemq.artemis.core.io.IOCallback;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.buffer.TimedBufferObserver;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFile;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A journal file that puts a {@link Flush} before the records that were collected for a write, in
 * that same write. What is written otherwise has none: the file's header, and files that Artemis
 * makes anew of what is still of use in others, which it forces as a whole before they count.
 *
 * <p>Writes are made by one thread at a time, which holds the lock of the collected records; files
 * are forced by others.
 */
final class SummedFile extends NIOSequentialFile {

    /** A file begins with two versions of four bytes; then comes its number, of eight. */
    static final int NUMBER_AT = 8;

    private final SummedFileFactory factory;
    private final File folder;

    /** Of the first write since the file was opened; 0 before that. */
    private int begin;

    private int number;
    private volatile int written;
    private volatile int forced;

    SummedFile(SummedFileFactory factory, File folder, String name) {
        super(factory, folder, name, factory.getMaxIO());
        this.factory = factory;
        this.folder = folder;
    }

    @Override
    protected TimedBufferObserver createTimedBufferObserver() {
        return new Summing();
    }

    /** Is called whenever the file is made ready for records. */
    @Override
    public void position(long position) throws IOException {
        super.position(position);
        begin = 0;
        written = 0;
        forced = 0;
    }

    /** Leaves nothing of a file for which the disk has no space. */
    @Override
    public void fill(int size) throws IOException {
        try {
            super.fill(size);
        } catch (IOException e) {
            rfile.close();
            getJavaFile().delete();
            throw e;
        }
    }

    @Override
    public void sync() throws IOException {
        int before = written;
        super.sync();
        if (factory.isDatasync() && before > forced) {
            forced = before;
        }
    }

    @Override
    public SequentialFile cloneFile() {
        return new SummedFile(factory, folder, getFileName());
    }

    private void write(ByteBuf records, boolean sync, IOCallback callback) throws IOException {
        int length = records.readableBytes();
        int at = (int) position();
        if (begin == 0) {
            begin = at;
            number = readNumber();
        }
        ByteBuffer bytes = factory.newBuffer(Flush.SIZE + length, false);
        bytes.limit(Flush.SIZE + length);
        records.getBytes(records.readerIndex(), bytes.position(Flush.SIZE));
        new Flush(number, at, begin, forced, length, Flush.sum(bytes, Flush.SIZE, length))
                .put(bytes.position(0));
        writeDirect(bytes.position(0), sync, new WholeWrite(bytes, callback));
    }

    private int readNumber() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
        if (channel.read(bytes, NUMBER_AT) != Long.BYTES) {
            throw new IOException("the header of " + getFileName() + " cannot be read");
        }
        return (int) bytes.getLong(0);
    }

    /** What Artemis does not look at: whether all was written. */
    private final class WholeWrite implements IOCallback {

        private final ByteBuffer bytes;

        /** Null where somebody else forces the file, and answers then. */
        private final IOCallback callback;

        private WholeWrite(ByteBuffer bytes, IOCallback callback) {
            this.bytes = bytes;
            this.callback = callback;
        }

        @Override
        public void done() {
            if (bytes.hasRemaining()) {
                String message = bytes.remaining() + " bytes could not be written";
                factory.onIOError(new ActiveMQIOErrorException(message), message, SummedFile.this);
                return;
            }
            written = (int) position();
            if (callback != null) {
                callback.done();
            }
        }

        @Override
        public void onError(int code, String message) {
            if (callback != null) {
                callback.onError(code, message);
            }
        }
    }

    /** Takes the collected records. */
    private final class Summing extends LocalBufferObserver {

        @Override
        public void flushBuffer(ByteBuf records, boolean sync, List<IOCallback> callbacks) {
            IOCallback callback = DelegateCallback.wrap(callbacks);
            if (!records.isReadable()) {
                IOCallback.done(callbacks);
                return;
            }
            try {
                write(records, sync, callback);
            } catch (IOException e) {
                factory.onIOError(
                        new ActiveMQIOErrorException(e.getMessage(), e),
                        e.getMessage(),
                        SummedFile.this);
            }
        }

        @Override
        public int getRemainingBytes() {
            return Math.max(0, super.getRemainingBytes() - Flush.SIZE);
        }
    }
}
