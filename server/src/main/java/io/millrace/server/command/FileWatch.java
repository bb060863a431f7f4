package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.deploy.PackagedApplication;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A watch of the files of applications. Changes in quick succession are reported as one change.
 * Only changes of content count. Hidden files and folders and the folder {@code target} are
 * ignored. For one thread.
 */
final class FileWatch implements AutoCloseable {

    /** Time without an event after which a change is complete. */
    private static final long PAUSE_MILLIS = 100;

    /** Maximum time from the first event of a change to its end. */
    private static final long MAX_CHANGE_MILLIS = 500;

    private final WatchService service;
    private final Set<Path> paths = new LinkedHashSet<>();
    private final Map<Path, Watched> watched = new HashMap<>();
    private Map<Path, String> known;

    /**
     * A folder.
     *
     * @param file identity of the folder, which another folder with its path does not have
     */
    private record Watched(WatchKey key, Object file) {}

    private FileWatch(WatchService service) {
        this.service = service;
    }

    /**
     * Begins to watch files, and folders with their subfolders.
     *
     * @throws MillraceException with FILE_UNREADABLE if the system cannot watch them
     */
    static FileWatch of(Collection<Path> paths) {
        FileWatch watch;
        try {
            watch = new FileWatch(FileSystems.getDefault().newWatchService());
        } catch (IOException e) {
            throw unwatchable("the files", e);
        }
        watch.add(paths);
        return watch;
    }

    /** Watches further files or folders. */
    void add(Collection<Path> more) {
        more.forEach(path -> paths.add(absolute(path)));
        register();
        known = checksums();
    }

    static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static MillraceException unwatchable(String what, IOException e) {
        return new MillraceException(
                ErrorCode.FILE_UNREADABLE,
                """
                cannot watch %s: %s; on Linux, increase fs.inotify.max_user_watches and \
                fs.inotify.max_user_instances\
                """
                        .formatted(what, FileErrors.reason(e)),
                e);
    }

    /**
     * Waits for a change.
     *
     * @return absolute paths of the files whose content has changed; empty if none has within the
     *     time
     */
    Set<Path> await(long millis) throws InterruptedException {
        WatchKey key = service.poll(millis, TimeUnit.MILLISECONDS);
        if (key == null && !isReplaced()) {
            return Set.of();
        }
        long start = System.nanoTime();
        while (key != null
                && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(MAX_CHANGE_MILLIS)) {
            key.pollEvents();
            key.reset();
            key = service.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (key != null) {
            key.pollEvents();
            key.reset();
        }
        // New folders are watched before their files are read, so no change is missed.
        register();
        Map<Path, String> before = known;
        known = checksums();
        Set<Path> changed = new TreeSet<>(before.keySet());
        changed.addAll(known.keySet());
        changed.removeIf(file -> before.getOrDefault(file, "").equals(known.get(file)));
        return changed;
    }

    /** Whether a watched folder was deleted and created again. */
    private boolean isReplaced() {
        return paths.stream()
                .map(FileWatch::folder)
                .anyMatch(folder -> Files.isDirectory(folder) && !isWatched(folder));
    }

    private boolean isWatched(Path folder) {
        Watched known = watched.get(folder);
        return known != null && known.key().isValid() && known.file().equals(identity(folder));
    }

    /** Returns the identity of a folder; its path if the system has no other. */
    private static Object identity(Path folder) {
        try {
            Object key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
            return key == null ? folder : key;
        } catch (IOException deleted) {
            return folder;
        }
    }

    private static Path folder(Path path) {
        return Files.isRegularFile(path) ? path.getParent() : path;
    }

    private void register() {
        watched.keySet().removeIf(folder -> !isWatched(folder));
        for (Path path : paths) {
            if (Files.isRegularFile(path)) {
                register(path.getParent());
            } else {
                walk(path, this::register, file -> {});
            }
        }
    }

    private void register(Path folder) {
        if (watched.containsKey(folder)) {
            return;
        }
        try {
            WatchKey key =
                    folder.register(
                            service,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE);
            watched.put(folder, new Watched(key, identity(folder)));
        } catch (IOException e) {
            if (Files.isDirectory(folder)) {
                throw unwatchable(folder.toString(), e);
            }
        }
    }

    private Map<Path, String> checksums() {
        Map<Path, String> all = new HashMap<>();
        for (Path path : paths) {
            if (Files.isRegularFile(path)) {
                all.put(path, checksum(path));
            } else {
                walk(path, folder -> {}, file -> all.put(file, checksum(file)));
            }
        }
        return all;
    }

    private static String checksum(Path file) {
        try {
            return PackagedApplication.sha256(file);
        } catch (MillraceException deleted) {
            // The next event reports the file that replaces it.
            return "";
        }
    }

    private static void walk(Path start, Consumer<Path> folders, Consumer<Path> files) {
        try {
            Files.walkFileTree(
                    start,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            String name = folder.getFileName().toString();
                            if (!folder.equals(start)
                                    && (name.startsWith(".") || name.equals("target"))) {
                                return FileVisitResult.SKIP_SUBTREE;
                            }
                            folders.accept(folder);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            if (!file.getFileName().toString().startsWith(".")
                                    && Files.isRegularFile(file)) {
                                files.accept(file);
                            }
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(Path folder, IOException e) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException deleted) {
            // Its files have been deleted.
        }
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException e) {
            // The command ends.
        }
    }
}
