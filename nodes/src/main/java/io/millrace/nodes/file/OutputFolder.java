package io.millrace.nodes.file;

import io.millrace.engine.error.EventLog;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * A destination of staged files: it moves each file to its folder, or uploads it to a server. Each
 * move can be repeated after the end of the process during the move. Belongs to one thread.
 *
 * @param remote server to which complete files are transferred; null for none
 */
record OutputFolder(FileOutputSettings settings, RemoteOutput remote) {

    private static final Logger LOG = EventLog.of(OutputFolder.class);
    private static final int BUFFER_BYTES = 64 << 10;

    /** Moves a staged file to its folder. Does nothing if this has already been done. */
    void complete(OutputRecord record) throws IOException {
        if (!Files.exists(record.staged(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (remote != null) {
            remote.upload(record.staged(), record.file());
            if (!settings.retains()) {
                Files.delete(record.staged());
                return;
            }
        }
        if (record.appendAt() >= 0) {
            append(record);
            Files.delete(record.staged());
            return;
        }
        if (settings.mode().endsWith("AndReplace")) {
            archive(record.file());
        }
        Files.move(record.staged(), record.file(), StandardCopyOption.ATOMIC_MOVE);
        force(record.file().getParent());
    }

    private static void append(OutputRecord record) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try (FileChannel from = FileChannel.open(record.staged(), StandardOpenOption.READ);
                FileChannel to =
                        FileChannel.open(
                                record.file(),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS)) {
            // Another program can have removed or truncated the file since the commit.
            to.position(Math.min(record.appendAt(), to.size()));
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.force(true);
        }
    }

    private void archive(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path folder = file.resolveSibling(OutputTarget.ARCHIVE);
        Files.createDirectories(folder);
        Path target = folder.resolve(file.getFileName());
        boolean isTaken =
                Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !settings.replaceArchives();
        if (isTaken || settings.mode().startsWith("timestamp")) {
            String time = InputFolder.TIMESTAMP.format(Instant.now());
            target = folder.resolve(time + "_" + file.getFileName());
        }
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Makes the names in a folder durable. */
    static void force(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notSupported) {
            LOG.debug("{} cannot be forced to the disk", folder, notSupported);
        }
    }
}
