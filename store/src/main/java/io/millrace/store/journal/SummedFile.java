package io.millrace.store.journal;

import io.netty.buffer.ByteBuf;

import org.apache.activemq.artemis.api.core.ActiveMQIOErrorException;
import org.apache.activemq.artemis.core.io.DelegateCallback;
import org.apache.activemq.artemis.core.io.IOCallback;
import org.apache.activemq.artemis.core.io.buffer.TimedBufferObserver;

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
final class SummedFile extends ChecksumFile {

    /** A file begins with two versions of four bytes; then comes its number, of eight. */
    static final int NUMBER_AT = 8;

    private final SummedFileFactory factory;

    /** Of the first write since the file was opened; 0 before that. */
    private int begin;

    private int number;

    SummedFile(SummedFileFactory factory, File folder, String name) {
        super(factory, folder, name);
        this.factory = factory;
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
        int sum = Flush.sum(bytes, Flush.SIZE, length);
        new Flush(number, at, begin, (int) forcedBytes(), length, sum).put(bytes.position(0));
        writeDirect(bytes.position(0), sync, callback);
    }

    private int readNumber() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
        if (channel.read(bytes, NUMBER_AT) != Long.BYTES) {
            throw new IOException("the header of " + getFileName() + " cannot be read");
        }
        return (int) bytes.getLong(0);
    }

    /** Takes the collected records. */
    private final class Summing extends LocalBufferObserver {

        @Override
        public void flushBuffer(ByteBuf records, boolean sync, List<IOCallback> callbacks) {
            if (!records.isReadable()) {
                IOCallback.done(callbacks);
                return;
            }
            try {
                write(records, sync, DelegateCallback.wrap(callbacks));
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
