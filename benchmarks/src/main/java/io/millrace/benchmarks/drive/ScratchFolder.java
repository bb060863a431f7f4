package io.millrace.benchmarks.drive;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A folder that a run needs for itself, and what runs in it. Closing it, or the end of the process,
 * deletes all of it. For any thread.
 */
public final class ScratchFolder implements AutoCloseable {

    private final Path folder;
    private final Thread atExit = new Thread(this::tidy, "tidy");
    private final Deque<AutoCloseable> running = new ArrayDeque<>();

    private ScratchFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates one.
     *
     * @param parent created if it does not exist
     * @throws MillraceException if the folder cannot be used
     */
    public static ScratchFolder in(Path parent) {
        try {
            Files.createDirectories(parent);
            ScratchFolder made = new ScratchFolder(Files.createTempDirectory(parent, "bench-"));
            Runtime.getRuntime().addShutdownHook(made.atExit);
            return made;
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE, parent + " cannot be used: " + e.getMessage());
        }
    }

    public Path path() {
        return folder;
    }

    /** Closes something before the folder is deleted, the last one first. */
    public synchronized <T extends AutoCloseable> T with(T something) {
        running.push(something);
        return something;
    }

    @Override
    public void close() {
        tidy();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process ends: it was this hook.
        }
    }

    private synchronized void tidy() {
        try {
            while (!running.isEmpty()) {
                running.pop().close();
            }
            delete(folder);
        } catch (Exception e) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE, folder + " is left over: " + e.getMessage());
        }
    }

    /** Deletes a folder if it exists. */
    public static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    static Properties properties(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new MillraceException(ErrorCode.STORE_NOT_WRITABLE, String.valueOf(e));
        }
        return properties;
    }
}
