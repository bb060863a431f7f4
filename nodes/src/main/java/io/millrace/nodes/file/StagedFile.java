package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A staged file that a unit of work writes. Belongs to one thread. */
final class StagedFile implements Closeable {

    private final Path path;
    private final FileChannel channel;
    private long length;

    /**
     * Opens a staged file, and removes data of uncommitted units.
     *
     * @param committed length of the file, including the changes of the unit
     */
    StagedFile(Path path, long committed) throws IOException {
        this.path = path;
        channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        long size = channel.size();
        if (size < committed) {
            channel.close();
            throw new MillraceException(
                    ErrorCode.FILE_NODE,
                    "the staged file %s has %d bytes, but %d bytes were committed; restore the file"
                            .formatted(path, size, committed));
        }
        channel.truncate(committed);
        channel.position(committed);
        length = committed;
    }

    void write(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        length += count;
    }

    Path path() {
        return path;
    }

    long length() {
        return length;
    }

    /** Forces the content to the disk. */
    void force() throws IOException {
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
