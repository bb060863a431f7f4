package io.millrace.store.journal;

import io.netty.buffer.ByteBuf;

import org.apache.activemq.artemis.api.core.ActiveMQIOErrorException;
import org.apache.activemq.artemis.core.io.DelegateCallback;
import org.apache.activemq.artemis.core.io.IOCallback;
import org.apache.activemq.artemis.core.io.buffer.TimedBufferObserver;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * A journal file that adds a {@link Flush} header to each write of collected records. Other writes
 * have no such header: the header of the file, and files that Artemis rewrites with records of
 * other files. Artemis forces these completely before they are used.
 *
 * <p>One thread at a time writes, with the lock of the collected records. Other threads force
 * files.
 */
final class SummedFile extends ChecksumFile {

    /** Position of the file's eight-byte number, after two four-byte versions. */
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

    /** Allocates the file. If the disk is full, deletes the file. */
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
        FileChannel open = channel;
        if (open == null) {
            throw new IOException(getFileName() + " is closed");
        }
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
        if (open.read(bytes, NUMBER_AT) != Long.BYTES) {
            throw new IOException("the header of " + getFileName() + " cannot be read");
        }
        return (int) bytes.getLong(0);
    }

    /** An observer that receives the collected records. */
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
