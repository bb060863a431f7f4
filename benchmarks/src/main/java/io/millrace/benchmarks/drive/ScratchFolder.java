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
 * A temporary folder of a run, and the resources that use it. Closing this object, or the end of
 * the process, closes the resources and deletes the folder. Safe for use by several threads.
 */
public final class ScratchFolder implements AutoCloseable {

    private final Path folder;
    private final Thread atExit = new Thread(this::tidy, "tidy");
    private final Deque<AutoCloseable> running = new ArrayDeque<>();

    private ScratchFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates a scratch folder.
     *
     * @param parent parent folder; created if it does not exist
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

    /**
     * Adds a resource that is closed before the folder is deleted. Resources are closed in reverse
     * order.
     */
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
            // The process is ending, and this code runs in the hook.
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
                    ErrorCode.STORE_NOT_WRITABLE,
                    folder + " could not be deleted: " + e.getMessage());
        }
    }

    /** Deletes a folder, if the folder exists. */
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
