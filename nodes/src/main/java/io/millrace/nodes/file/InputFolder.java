package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * The folder of a FileInput node. A file is claimed by an atomic rename into the transit folder,
 * which only one of several brokers can do. Safe for use by several threads.
 *
 * @param minimumAgeMillis time for which a file must be unchanged before it is claimed
 * @param processed value of processedFileAction
 * @param replace whether archived files are replaced
 * @param failed value of failedFileAction
 */
record InputFolder(
        Path path,
        FilePattern pattern,
        long minimumAgeMillis,
        String processed,
        boolean replace,
        String failed) {

    private static final Logger LOG = EventLog.of(InputFolder.class);

    /** Time in the names of archived files. */
    static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd_HHmmss_SSSSSS").withZone(ZoneOffset.UTC);

    static final String TRANSIT = "mqsitransitin";
    static final String ARCHIVE = "mqsiarchive";
    static final String BACKOUT = "mqsibackout";

    /**
     * Maximum number of files that a search returns, so that a large folder does not need much
     * memory.
     */
    private static final int MAX_FOUND = 1_000;

    /** Maximum length of a name in bytes, so that the prefix of a claimed file has room. */
    private static final int MAX_NAME = 200;

    static final String SEPARATOR = "~";

    /** First character of the time in the name of a claimed file of a server. */
    private static final String REMOTE = "R";

    /** A file of the folder. */
    record Found(Path file, Instant lastModified, long size) {}

    /**
     * The result of a search: files that can be claimed, and whether files were found that are too
     * new.
     */
    record Search(List<Found> files, boolean hasYoung) {}

    /** Returns the files that can be claimed, the oldest first. */
    Search search() {
        return search(found -> true);
    }

    /** Returns the files that a filter accepts, the oldest first. */
    Search search(Predicate<Found> filter) {
        Comparator<Found> oldest =
                Comparator.comparing(Found::lastModified).thenComparing(Found::file);
        PriorityQueue<Found> files = new PriorityQueue<>(oldest.reversed());
        boolean hasYoung = false;
        Instant newest = Instant.now().minusMillis(minimumAgeMillis);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path file : entries) {
                Found found = found(file);
                if (found == null || !filter.test(found)) {
                    continue;
                }
                if (found.lastModified().isAfter(newest)) {
                    hasYoung = true;
                    continue;
                }
                files.add(found);
                if (files.size() > MAX_FOUND) {
                    files.remove();
                }
            }
        } catch (IOException e) {
            throw unusable("the input folder " + path, e);
        }
        List<Found> sorted = new ArrayList<>(files);
        sorted.sort(oldest);
        return new Search(sorted, hasYoung);
    }

    /**
     * Returns a file; null if the name does not match the pattern, or if the path is not a regular
     * file.
     */
    Found found(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (pattern.match(name).isEmpty()) {
            return null;
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                return null;
            }
            if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
                LOG.warn(
                        "{} the file {} is ignored: its name must have at most {} bytes; rename it",
                        ErrorCode.FILE_NODE.id(),
                        file,
                        MAX_NAME);
                return null;
            }
            return new Found(file, attributes.lastModifiedTime().toInstant(), attributes.size());
        } catch (NoSuchFileException removed) {
            return null;
        }
    }

    /** Returns the path of a file after it was claimed. */
    Path claimed(Found found, String owner, String timestamp) {
        String name = found.file().getFileName().toString();
        return transit().resolve(owner + SEPARATOR + timestamp + SEPARATOR + name);
    }

    /**
     * Moves a file into the transit folder. Returns false if another process has locked or claimed
     * the file.
     */
    boolean claim(Found found, Path claimed) {
        try {
            Files.createDirectories(transit());
            if (isLocked(found.file())) {
                return false;
            }
            Files.move(found.file(), claimed, StandardCopyOption.ATOMIC_MOVE);
            force(transit());
            return true;
        } catch (NoSuchFileException claimedByAnother) {
            return false;
        } catch (AtomicMoveNotSupportedException e) {
            throw new MillraceException(
                    ErrorCode.FILE_NODE,
                    "%s and %s must be on the same file system, because files are moved by an atomic rename"
                            .formatted(path, transit()),
                    e);
        } catch (IOException e) {
            if (!Files.isWritable(path)) {
                throw new MillraceException(
                        ErrorCode.FILE_NODE,
                        """
                        the input folder %s cannot be used: permission denied; let the user of \
                        this process write to it, because files are moved to its subfolder %s\
                        """
                                .formatted(path, transit().getFileName()),
                        e);
            }
            throw unusable("the file " + found.file(), e);
        }
    }

    private static boolean isLocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException lockedInThisProcess) {
            return true;
        } catch (NoSuchFileException removed) {
            throw removed;
        } catch (IOException notWritable) {
            // A process that can write the file cannot be excluded, but the rename does not need
            // it.
            return false;
        }
    }

    /**
     * Makes renames durable. Without this, a power failure can undo them. A kill of the process
     * cannot.
     */
    static void force(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notSupported) {
            LOG.debug("{} cannot be forced to the disk", folder, notSupported);
        }
    }

    /** Returns the files that an owner has claimed, in the order of the claims. */
    List<Path> claimedBy(String owner) {
        if (!Files.isDirectory(transit())) {
            return List.of();
        }
        List<Path> claimed = new ArrayList<>();
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(transit(), owner + SEPARATOR + "*")) {
            entries.forEach(claimed::add);
        } catch (IOException e) {
            throw unusable("the folder " + transit(), e);
        }
        claimed.sort(null);
        return claimed;
    }

    private Path transit() {
        return path.resolve(TRANSIT);
    }

    /**
     * Returns the path of a claimed file with a name.
     *
     * @throws MillraceException with FILE_NODE if the name is a path
     */
    Path transit(String name) {
        Path file = transit().resolve(name);
        if (!transit().normalize().equals(file.normalize().getParent())) {
            throw new MillraceException(
                    ErrorCode.FILE_NODE,
                    "the name %s of a file is refused: it leads out of the folder %s"
                            .formatted(name, transit()));
        }
        return file;
    }

    /** Returns the beginning of the names of claimed files of a server; the time follows. */
    static String remotePrefix(String owner) {
        return owner + SEPARATOR + REMOTE;
    }

    /** Whether a claimed file is the copy of a file of a server. */
    static boolean isRemote(Path claimed) {
        return claimed.getFileName().toString().split(SEPARATOR, 3)[1].startsWith(REMOTE);
    }

    /** Returns the destination of a file with a record that cannot be processed, for the log. */
    String failedDestination() {
        return failed.equals("delete")
                ? "nowhere: its file is deleted (failedFileAction)"
                : "the folder " + path.resolve(BACKOUT) + " with the other records of its file";
    }

    /** Returns the original name of a claimed file. */
    static String name(Path claimed) {
        return claimed.getFileName().toString().split(SEPARATOR, 3)[2];
    }

    /** Returns the time at which a file was claimed, in the form of names of archived files. */
    static String timestamp(Path claimed) {
        String time = claimed.getFileName().toString().split(SEPARATOR, 3)[1];
        return time.startsWith(REMOTE) ? time.substring(REMOTE.length()) : time;
    }

    /** Archives or deletes a claimed file whose records were all processed. */
    void archive(Path claimed) throws IOException {
        end(claimed, processed, ARCHIVE, replace);
    }

    /** Moves a claimed file with a record that cannot be processed to the backout folder. */
    void backOut(Path claimed) throws IOException {
        end(claimed, failed, BACKOUT, false);
    }

    private static void end(Path claimed, String action, String folder, boolean replace)
            throws IOException {
        if (action.equals("delete")) {
            Files.deleteIfExists(claimed);
            return;
        }
        Path to = claimed.getParent().resolveSibling(folder);
        Files.createDirectories(to);
        Path target = to.resolve(name(claimed));
        boolean isTaken = Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !replace;
        if (isTaken || action.endsWith("WithTimestamp")) {
            target = to.resolve(timestamp(claimed) + "_" + name(claimed));
        }
        try {
            Files.move(claimed, target, StandardCopyOption.ATOMIC_MOVE);
            force(to);
        } catch (NoSuchFileException removed) {
            LOG.debug("{} was removed before it was archived", claimed, removed);
        }
    }

    static MillraceException unusable(String what, IOException cause) {
        String reason = FileErrors.reason(cause);
        String why =
                switch (cause) {
                    case NoSuchFileException _ -> reason + "; create it, or correct inputDirectory";
                    case NotDirectoryException _ -> reason + "; correct inputDirectory";
                    default -> reason;
                };
        return new MillraceException(ErrorCode.FILE_NODE, what + " cannot be used: " + why, cause);
    }
}
