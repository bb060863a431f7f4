package io.millrace.server.deploy;

import io.millrace.flows.archive.ArchiveRepository;
import io.millrace.flows.archive.PublishedArchive;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A repository in a folder, for example of a mounted share. An archive is the file {@code
 * SHA256.zip}; it is published when its description {@code SHA256.json} exists. Both are written
 * under another name, forced to disk and renamed, the description last. So a process that ends at
 * any time leaves at most files that {@link #list} ignores.
 *
 * <p>The folder is not created: the folder of a share that is not mounted would be a folder of this
 * machine.
 */
final class FolderRepository implements ArchiveRepository {

    private static final int FORMAT = 1;
    private static final String ARCHIVE = ".zip";
    private static final String DESCRIPTION = ".json";
    private static final String INCOMPLETE = ".part";

    /** Age after which an incomplete file is deleted, because its process has ended. */
    private static final long ABANDONED_MILLIS = Duration.ofDays(1).toMillis();

    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;

    FolderRepository(Path folder) {
        this.folder = folder;
    }

    /** The content of a description. */
    private record Description(int formatVersion, PublishedArchive archive) {}

    @Override
    public List<PublishedArchive> list() throws IOException {
        requireFolder();
        List<PublishedArchive> archives = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(folder, "[0-9a-f]*" + DESCRIPTION)) {
            for (Path file : files) {
                try {
                    archives.add(read(file));
                } catch (NoSuchFileException e) {
                    // It was deleted meanwhile.
                }
            }
        }
        return archives;
    }

    private void requireFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new FileNotFoundException("the folder does not exist or is not mounted");
        }
    }

    private PublishedArchive read(Path file) throws IOException {
        String name = file.getFileName().toString();
        Description description;
        try {
            description = JSON.readValue(Files.readAllBytes(file), Description.class);
        } catch (JacksonException e) {
            throw damaged(name, e.getOriginalMessage(), e);
        }
        if (description.formatVersion() != FORMAT) {
            throw damaged(
                    name,
                    "formatVersion must be %d (found %d); use the version of Millrace that wrote it"
                            .formatted(FORMAT, description.formatVersion()),
                    null);
        }
        PublishedArchive archive = description.archive();
        if (archive == null || !name.equals(archive.sha256() + DESCRIPTION)) {
            throw damaged(name, "its sha256 differs from its name", null);
        }
        return archive;
    }

    private static IOException damaged(String file, String why, Exception cause) {
        return new IOException(
                "the file %s is invalid: %s; delete it, then publish the archive again"
                        .formatted(file, why),
                cause);
    }

    @Override
    public InputStream open(String sha256) throws IOException {
        requireFolder();
        try {
            return Files.newInputStream(folder.resolve(sha256 + ARCHIVE));
        } catch (NoSuchFileException e) {
            throw new FileNotFoundException(
                    "the file %s%s is missing; publish the archive again"
                            .formatted(sha256, ARCHIVE));
        }
    }

    @Override
    public void publish(PublishedArchive archive, Path file) throws IOException {
        requireFolder();
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ)) {
            replace(
                    archive.sha256() + ARCHIVE,
                    to -> {
                        long size = from.size();
                        for (long done = 0; done < size; ) {
                            done += from.transferTo(done, size - done, to);
                        }
                    });
        }
        byte[] description =
                JSON.writerWithDefaultPrettyPrinter()
                        .writeValueAsBytes(new Description(FORMAT, archive));
        replace(
                archive.sha256() + DESCRIPTION,
                to -> {
                    ByteBuffer bytes = ByteBuffer.wrap(description);
                    while (bytes.hasRemaining()) {
                        to.write(bytes);
                    }
                });
    }

    /** A writer of the content of a file. */
    @FunctionalInterface
    private interface Content {
        void write(FileChannel to) throws IOException;
    }

    /** Writes a file of which no other process sees a part. */
    private void replace(String name, Content content) throws IOException {
        Path next = folder.resolve("." + name + "-" + UUID.randomUUID() + INCOMPLETE);
        try {
            try (FileChannel to =
                    FileChannel.open(
                            next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.write(to);
                to.force(true);
            }
            deleteAbandoned(Files.getLastModifiedTime(next).toMillis());
            Files.move(next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            ServerHome.force(folder);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /**
     * Deletes the incomplete files of processes that have ended.
     *
     * @param now time by the clock of the file system, which can differ from that of this machine
     */
    private void deleteAbandoned(long now) throws IOException {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(folder, ".[0-9a-f]*" + INCOMPLETE)) {
            for (Path file : files) {
                try {
                    if (now - Files.getLastModifiedTime(file).toMillis() > ABANDONED_MILLIS) {
                        Files.deleteIfExists(file);
                    }
                } catch (NoSuchFileException e) {
                    // Another server has completed or deleted it.
                }
            }
        }
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return folder.toString();
    }
}
