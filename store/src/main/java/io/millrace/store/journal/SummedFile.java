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
 * A journal file that puts a {@link Flush} before the records collected for a write, in that same
 * write. Other writes have none: the header of the file, and files that Artemis rewrites from the
 * records in use of other files. Artemis forces these as a whole before they are used.
 *
 * <p>Writes are made by one thread at a time, which holds the lock of the collected records. Other
 * threads force files.
 */
final class SummedFile extends ChecksumFile {

    /** Position of the file's number of eight bytes, after two versions of four bytes. */
    static final int NUMBER_AT = 8;

    private final SummedFileFactory factory;

    /** Position of the first write since the file was opened; 0 before that. */
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

    /** Sets the position. Artemis calls this method whenever it prepares the file for records. */
    @Override
    public void position(long position) throws IOException {
        super.position(position);
        begin = 0;
    }

    /** Fills the file. Deletes it if the disk has no space for it. */
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

    /** Receives the collected records. */
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
