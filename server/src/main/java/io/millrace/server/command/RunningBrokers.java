package io.millrace.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The brokers that this user runs with {@code run}. Each broker has a file that contains the path
 * of its home folder and is named after its process id. If these files are not accessible, no
 * broker is known.
 */
final class RunningBrokers {

    /** System property with the folder of the files. */
    private static final String FOLDER = "millrace.running";

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private RunningBrokers() {}

    /** An entry of a running broker. */
    record Entry(Path file) implements AutoCloseable {
        @Override
        public void close() {
            if (file != null) {
                delete(file);
            }
        }
    }

    /** Adds a broker of this process until the entry is closed. */
    static Entry add(Path home) {
        Path file =
                folder().resolve(ProcessHandle.current().pid() + "." + NUMBER.incrementAndGet());
        try {
            Files.createDirectories(file.getParent());
            return new Entry(Files.writeString(file, normal(home).toString()));
        } catch (IOException notKnown) {
            return new Entry(null);
        }
    }

    /** Returns the absolute home folders of the running brokers. */
    static List<Path> homes() {
        List<Path> homes = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.sorted().toList()) {
                if (isAlive(file)) {
                    homes.add(Path.of(Files.readString(file)));
                } else {
                    delete(file);
                }
            }
        } catch (IOException none) {
            return homes;
        }
        return homes;
    }

    /** Returns the absolute, normalized path of a home folder, as {@link #homes} returns it. */
    static Path normal(Path home) {
        return home.toAbsolutePath().normalize();
    }

    private static boolean isAlive(Path file) {
        String name = file.getFileName().toString();
        try {
            long pid = Long.parseLong(name.substring(0, Math.max(0, name.indexOf('.'))));
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (NumberFormatException foreign) {
            return false;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException kept) {
            // The entry is ignored when its process has stopped.
        }
    }

    private static Path folder() {
        return Optional.ofNullable(System.getProperty(FOLDER))
                .map(Path::of)
                .or(
                        () ->
                                Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR"))
                                        .map(runtime -> Path.of(runtime, "millrace")))
                .orElseGet(
                        () ->
                                Path.of(
                                        System.getProperty("user.home"),
                                        ".cache",
                                        "millrace",
                                        "run"));
    }
}
