package io.millrace.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;

/** The samples, whose messages and programs are measured. */
public final class Samples {

    private Samples() {}

    /**
     * A sample's folder: below what the launcher says Millrace's folder is, below the working
     * directory, or beside it, as when a module's tests run.
     */
    public static Path folder(String name) {
        Path root = Path.of(System.getProperty("millrace.root", ""));
        Path folder = root.resolve("samples").resolve(name);
        return Files.isDirectory(folder) ? folder : Path.of("..", "samples", name);
    }
}
