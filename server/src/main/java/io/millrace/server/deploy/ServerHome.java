package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * The folder {@code server} in a home, locked for one process. {@code archives} contains the
 * archives of applications by their SHA-256, {@code applications} the unpacked applications that
 * run, and {@code incoming} uploads in progress. The folders {@code applications} and {@code
 * incoming} are emptied at the start.
 */
public final class ServerHome implements AutoCloseable {

    /** File with the URL of the administration API while it is open. */
    public static final String ADDRESS = "address";

    /** Folder of the archives of applications. */
    static final String ARCHIVES = "archives";

    private static final String FOLDER = "server";
    private static final String LOCK = "lock";

    /**
     * Time during which the lock is retried. A command that checks whether a server is running
     * holds the lock briefly.
     */
    private static final long LOCK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOCK_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Folders that this process has locked. It must not open their lock files again, because
     * closing any channel of a file releases its locks.
     */
    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private final Path folder;
    private final FileChannel channel;
    private final FileLock lock;

    private ServerHome(Path folder, FileChannel channel, FileLock lock) {
        this.folder = folder;
        this.channel = channel;
        this.lock = lock;
    }

    /** Returns the folder of the server's files in a home. */
    public static Path folder(Path home) {
        return home.resolve(FOLDER);
    }

    /**
     * Creates the folder if it does not exist, and locks it.
     *
     * @throws MillraceException with STORE_LOCKED or DEPLOYMENT_STORE
     */
    public static ServerHome open(Path home) {
        Path folder = folder(home.toAbsolutePath().normalize());
        FileChannel channel = null;
        boolean isOwn = false;
        try {
            Files.createDirectories(folder);
            if (!LOCKED.add(folder)) {
                throw locked(home);
            }
            isOwn = true;
            channel =
                    FileChannel.open(
                            folder.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            ServerHome opened = new ServerHome(folder, channel, lock(channel, home));
            opened.prepare();
            isOwn = false;
            return opened;
        } catch (IOException e) {
            throw unwritable(folder, e);
        } finally {
            if (isOwn) {
                close(channel);
                LOCKED.remove(folder);
            }
        }
    }

    private static FileLock lock(FileChannel channel, Path home) throws IOException {
        long start = System.nanoTime();
        FileLock lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() - start > LOCK_NANOS) {
                throw locked(home);
            }
            LockSupport.parkNanos(LOCK_PAUSE_NANOS);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static MillraceException locked(Path home) {
        return new MillraceException(
                ErrorCode.STORE_LOCKED,
                "another server uses the home folder %s; stop it, or use another home folder"
                        .formatted(home));
    }

    /**
     * Whether a process uses the server's folder of a home. Files of a process that was killed can
     * remain in it.
     *
     * @throws MillraceException with FILE_UNREADABLE if this user must not know
     */
    public static boolean isLocked(Path home) {
        Path folder = folder(home.toAbsolutePath().normalize());
        if (LOCKED.contains(folder)) {
            return true;
        }
        Path file = folder.resolve(LOCK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free == null;
        } catch (NoSuchFileException e) {
            return false;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }

    private void prepare() throws IOException {
        // A server that was killed has left it. Its port can belong to another process.
        Files.deleteIfExists(folder.resolve(ADDRESS));
        delete(applications());
        delete(incoming());
        for (Path part : new Path[] {archives(), applications(), incoming()}) {
            Files.createDirectories(part, owner("rwx------"));
        }
    }

    /** Returns the attributes of a new file that only its owner can use. */
    public static FileAttribute<?>[] owner(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    Path archives() {
        return folder.resolve(ARCHIVES);
    }

    /** Returns the archive with a checksum. */
    Path archive(String sha256) {
        return archives().resolve(sha256 + ".zip");
    }

    Path applications() {
        return folder.resolve("applications");
    }

    /**
     * Returns a text in which paths of unpacked files are replaced by the paths in their archives.
     */
    String inArchives(String text) {
        String folders = Pattern.quote(applications() + "/") + "[0-9]+/";
        return text.replaceAll(folders, "");
    }

    Path incoming() {
        return folder.resolve("incoming");
    }

    Path log() {
        return folder.resolve(DeploymentLog.FILE);
    }

    /** Returns the home folder that contains the folder of the server. */
    public Path home() {
        return folder.getParent();
    }

    /** Returns the path of the folder. */
    public Path path() {
        return folder;
    }

    /**
     * Moves a file within the folder. Afterwards, the move and the content survive a power loss.
     */
    void keep(Path file, Path target) {
        try {
            try (FileChannel content = FileChannel.open(file, StandardOpenOption.WRITE)) {
                content.force(true);
            }
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            force(target.getParent());
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    /** Forces the entries of a folder to disk. */
    static void force(Path folder) throws IOException {
        if (POSIX) {
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    /**
     * Replaces a file atomically.
     *
     * @param secret whether only the owner can read the file
     */
    public void write(String name, byte[] content, boolean secret) {
        Path file = folder.resolve(name);
        Path next = folder.resolve(name + ".next");
        try {
            Files.deleteIfExists(next);
            try (FileChannel out =
                    FileChannel.open(
                            next,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            owner(secret ? "rw-------" : "rw-r--r--"))) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                out.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            force(folder);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** Deletes a file or folder with its content. Symbolic links are deleted, not followed. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(
                path,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                            throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    static MillraceException unwritable(Path file, IOException e) {
        return new MillraceException(
                ErrorCode.DEPLOYMENT_STORE,
                "cannot write " + file + ": " + FileErrors.reason(e),
                e);
    }

    private static void close(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The lock is released when the process ends, even if closing the file fails.
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            // Closing the channel also releases the lock.
        }
        close(channel);
        LOCKED.remove(folder);
    }
}
