package io.millrace.store.journal;

import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.core.io.IOCallback;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.buffer.TimedBuffer;
import org.apache.activemq.artemis.core.journal.EncodingSupport;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A {@link ChecksumFile} that is removed from the {@link FileLedger} before it is deleted, and
 * listed under its new name when it is renamed. It is a wrapper because these methods of Artemis'
 * files are final.
 */
final class ListedFile implements SequentialFile {

    private final ChecksumFile file;

    ListedFile(ChecksumFile file) {
        this.file = file;
    }

    @Override
    public void delete() throws IOException, InterruptedException, ActiveMQException {
        file.forget();
        file.delete();
    }

    @Override
    public void renameTo(String name) throws Exception {
        file.rename(name);
    }

    @Override
    public SequentialFile cloneFile() {
        return file.cloneFile();
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    @Override
    public boolean exists() {
        return file.exists();
    }

    @Override
    public void open() throws Exception {
        file.open();
    }

    @Override
    public void open(int maxIO, boolean useExecutor) throws Exception {
        file.open(maxIO, useExecutor);
    }

    @Override
    public ByteBuffer map(int position, long size) throws IOException {
        return file.map(position, size);
    }

    @Override
    public boolean fits(int size) {
        return file.fits(size);
    }

    @Override
    public int calculateBlockStart(int position) {
        return file.calculateBlockStart(position);
    }

    @Override
    public String getFileName() {
        return file.getFileName();
    }

    @Override
    public void fill(int size) throws Exception {
        file.fill(size);
    }

    @Override
    public void write(ActiveMQBuffer bytes, boolean sync, IOCallback callback) throws Exception {
        file.write(bytes, sync, callback);
    }

    @Override
    public void write(ActiveMQBuffer bytes, boolean sync) throws Exception {
        file.write(bytes, sync);
    }

    @Override
    public void write(EncodingSupport bytes, boolean sync, IOCallback callback) {
        file.write(bytes, sync, callback);
    }

    @Override
    public void write(EncodingSupport bytes, boolean sync) throws Exception {
        file.write(bytes, sync);
    }

    @Override
    public void writeDirect(ByteBuffer bytes, boolean sync, IOCallback callback) {
        file.writeDirect(bytes, sync, callback);
    }

    @Override
    public void writeDirect(ByteBuffer bytes, boolean sync) throws Exception {
        file.writeDirect(bytes, sync);
    }

    @Override
    public void blockingWriteDirect(ByteBuffer bytes, boolean sync, boolean release)
            throws Exception {
        file.blockingWriteDirect(bytes, sync, release);
    }

    @Override
    public int read(ByteBuffer bytes, IOCallback callback) throws Exception {
        return file.read(bytes, callback);
    }

    @Override
    public int read(ByteBuffer bytes) throws Exception {
        return file.read(bytes);
    }

    @Override
    public void position(long position) throws IOException {
        file.position(position);
    }

    @Override
    public long position() {
        return file.position();
    }

    @Override
    public void close() throws Exception {
        file.close();
    }

    @Override
    public void close(boolean waitSync, boolean blockOnWait) throws Exception {
        file.close(waitSync, blockOnWait);
    }

    @Override
    public void sync() throws IOException {
        file.sync();
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public void copyTo(SequentialFile copy) throws Exception {
        file.copyTo(copy);
    }

    @Override
    public void setTimedBuffer(TimedBuffer buffer) {
        file.setTimedBuffer(buffer);
    }

    @Override
    public File getJavaFile() {
        return file.getJavaFile();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
