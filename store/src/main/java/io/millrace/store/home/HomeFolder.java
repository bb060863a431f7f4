package io.millrace.store.home;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of an embedded store, locked for one process. {@code journal/} and similar subfolders
 * belong to Artemis; the small files in the home folder belong to Millrace. Files with secrets are
 * readable only by their owner.
 */
public final class HomeFolder implements AutoCloseable {

    private static final Logger LOG = EventLog.of(HomeFolder.class);
    private static final String LOCK = "store.lock";
    private static final String PROCESS = "process ";

    /**
     * Files and folders that mark a home folder. A folder that a broker has used contains at least
     * one of them.
     */
    private static final List<String> MARKS =
            List.of(
                    LOCK,
                    HomeFormat.FILE,
                    Credentials.FILE,
                    "files.ledger",
                    "elsewhere",
                    "transactions");

    /** Folders of Artemis. */
    private static final Set<String> OWN_FOLDERS = Set.of("journal", "bindings", "paging", "large");

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private HomeFolder(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Creates the folder if it does not exist, and locks it.
     *
     * @throws MillraceException with STORE_NOT_WRITABLE, STORE_LOCKED or HOME_FORMAT
     */
    public static HomeFolder lock(Path path) {
        FileChannel channel = null;
        try {
            checkForeign(path);
            makePrivate(path);
            channel =
                    FileChannel.open(
                            path.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                String holder = holder(channel);
                channel.close();
                throw locked(path, holder);
            }
            channel.truncate(0);
            String pid = ownPid();
            channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
            HomeFolder home = new HomeFolder(path, channel, lock);
            HomeFormat.check(home);
            return home;
        } catch (IOException e) {
            closeQuietly(channel);
            throw StoreErrors.home(path, e);
        } catch (MillraceException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    private static String ownPid() {
        return Long.toString(ProcessHandle.current().pid());
    }

    private static MillraceException locked(Path path, String holder) {
        boolean own = holder.equals(PROCESS + ownPid());
        return new MillraceException(
                ErrorCode.STORE_LOCKED,
                own
                        ? "this program already runs a broker with the home folder "
                                + path
                                + "; close that broker first, or use another home folder"
                        : "the home folder "
                                + path
                                + " is in use by "
                                + holder
                                + "; stop this process, or use another home folder",
                Insert.of(path.toString()),
                Insert.of(holder));
    }

    /** Whether a folder contains the files of a broker. */
    public static boolean isHome(Path folder) {
        return MARKS.stream().anyMatch(name -> Files.exists(folder.resolve(name)));
    }

    /** Rejects a folder whose files would be mixed with, or mistaken for, files of a broker. */
    private static void checkForeign(Path path) throws IOException {
        if (!Files.isDirectory(path) || isHome(path)) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            Optional<String> foreign =
                    files.filter(HomeFolder::isForeign)
                            .map(file -> file.getFileName().toString())
                            .sorted()
                            .findFirst();
            if (foreign.isPresent()) {
                throw new MillraceException(
                        ErrorCode.STORE_NOT_WRITABLE,
                        "the home folder "
                                + path
                                + " cannot be used: it contains "
                                + foreign.get()
                                + ", but no files of a broker; specify a new folder");
            }
        }
    }

    private static boolean isForeign(Path file) {
        String name = file.getFileName().toString();
        if (OWN_FOLDERS.contains(name)) {
            String[] files = file.toFile().list();
            return files != null && files.length > 0;
        }
        return name.endsWith(".flow.yaml") || name.equals("application.yaml");
    }

    /** Whether this or another process has locked the folder. */
    public static boolean isLocked(Path path) {
        Path file = path.resolve(LOCK);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                return true;
            }
            lock.release();
            return false;
        } catch (IOException e) {
            throw StoreErrors.home(path, e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        channel.read(buffer, 0);
        String pid =
                new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII).strip();
        return pid.isEmpty() ? "another process" : PROCESS + pid;
    }

    /**
     * Returns the first folder of this home that no longer exists: the home itself, or a folder of
     * Artemis; null if all exist.
     */
    public Path missingFolder() {
        return Stream.concat(Stream.of(path), OWN_FOLDERS.stream().sorted().map(path::resolve))
                .filter(folder -> !Files.isDirectory(folder))
                .findFirst()
                .orElse(null);
    }

    public Path path() {
        return path;
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    /**
     * Reads a properties file; returns empty properties if it does not exist.
     *
     * @throws MillraceException with STORE_DAMAGED
     */
    public Properties read(String name) {
        return read(path.resolve(name));
    }

    /**
     * Reads a properties file that can be created again. Returns empty properties if the file is
     * unreadable.
     */
    public Properties readIfIntact(String name) {
        try {
            return read(name);
        } catch (MillraceException e) {
            LOG.warn("{} {}; it is created again", e.code().id(), e.getMessage());
            return new Properties();
        }
    }

    public static Properties read(Path file) {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (var in = Files.newBufferedReader(file)) {
                properties.load(in);
            } catch (IOException | IllegalArgumentException e) {
                throw StoreErrors.unreadable(file, e.toString());
            }
        }
        return properties;
    }

    /** Replaces a properties file atomically. Only its owner can read it. */
    public void write(String name, Properties properties) {
        StringWriter text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        replace(name, text.toString(), false);
    }

    /**
     * Replaces a file atomically. Only its owner can read it.
     *
     * @param force whether the new file is on disk when this method returns
     */
    public void replace(String name, String text, boolean force) {
        Path file = path.resolve(name);
        Path next = path.resolve(name + ".new");
        try {
            Files.deleteIfExists(next);
            if (POSIX) {
                Files.createFile(
                        next,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(next, text);
            if (force) {
                force(next, StandardOpenOption.WRITE);
            }
            Files.move(
                    next,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            if (force && POSIX) {
                force(path, StandardOpenOption.READ);
            }
        } catch (IOException e) {
            throw StoreErrors.home(path, e);
        }
    }

    private static void force(Path file, OpenOption how) throws IOException {
        try (FileChannel opened = FileChannel.open(file, how)) {
            opened.force(true);
        }
    }

    /**
     * Creates folders that only the owner can open, or changes the permissions of existing folders.
     */
    public void makePrivate(List<String> names) {
        try {
            for (String name : names) {
                PrivateFolder.make(path.resolve(name));
            }
        } catch (IOException e) {
            throw StoreErrors.home(path, e);
        }
    }

    /** Deletes a file that can be recreated, unless the file has the expected length. */
    public void deleteUnless(String name, long bytes) throws IOException {
        Path file = path.resolve(name);
        if (Files.exists(file) && Files.size(file) != bytes) {
            LOG.warn(
                    "the file {} is damaged: expected {} bytes, found {}; it is created again",
                    file,
                    bytes,
                    Files.size(file));
            Files.delete(file);
        }
    }

    public void delete(String name) {
        try {
            Files.deleteIfExists(path.resolve(name));
        } catch (IOException e) {
            throw StoreErrors.home(path, e);
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            // Closing the channel also releases the lock.
        }
        closeQuietly(channel);
    }

    private static void closeQuietly(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // No important data was written through the channel.
            }
        }
    }

    /**
     * Creates the folder for its owner only if it does not exist. The permissions of an existing
     * folder are not changed, because it can contain files of other users; the files of Artemis are
     * always private.
     */
    private static void makePrivate(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        PrivateFolder.make(path);
    }
}
