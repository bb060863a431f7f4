package io.millrace.store.journal;

import org.apache.activemq.artemis.core.journal.impl.JournalImpl;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Utility methods for checksums of the first bytes of files, and for files with wrong checksums.
 */
final class FileSum {

    private static final int HEAD_AT = 8;
    private static final int CHUNK_BYTES = 1 << 18;

    private FileSum() {}

    static int of(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            CRC32C crc = new CRC32C();
            update(crc, channel, 0, length);
            return (int) crc.getValue();
        }
    }

    static void update(CRC32C crc, FileChannel channel, long from, long to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(CHUNK_BYTES, to - from));
        for (long at = from; at < to; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, at + buffer.position()) < 0) {
                    throw new EOFException("the file ends before byte " + to);
                }
            }
            crc.update(buffer.flip());
        }
    }

    /**
     * Returns bytes 8 to 15 of a file: in a journal, the number of its use; 0 if the file is
     * shorter.
     */
    static long head(FileChannel channel) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES);
        return channel.read(head, HEAD_AT) == Long.BYTES ? head.getLong(0) : 0;
    }

    static long head(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return head(channel);
        }
    }

    /** Moves a damaged file to the folder {@code damaged} of the store. */
    static Path moveAside(Path store, Path file) throws IOException {
        Path target =
                Files.createDirectories(store.resolve("damaged"))
                        .resolve(
                                System.currentTimeMillis()
                                        + "-"
                                        + file.getParent().getFileName()
                                        + "-"
                                        + file.getFileName());
        return Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Extends a journal file to the length of the other files. */
    static void pad(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            if (channel.size() < length) {
                channel.write(ByteBuffer.allocate((int) (length - channel.size())), channel.size());
            }
            channel.force(true);
        }
    }

    static void writeHeader(Path file, long number) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(JournalImpl.SIZE_HEADER);
        header.putInt(JournalImpl.FORMAT_VERSION).putInt(0).putLong(number).flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(header, 0);
            channel.force(false);
        }
    }
}
