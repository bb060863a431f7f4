package io.millrace.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;

/** The samples, whose messages and programs are measured. */
public final class Samples {

    private Samples() {}

    /**
     * Returns a sample's folder: in Millrace's folder as the launcher specifies it, in the working
     * directory, or beside it, as in a module's tests.
     */
    public static Path folder(String name) {
        Path root = Path.of(System.getProperty("millrace.root", ""));
        Path folder = root.resolve("samples").resolve(name);
        return Files.isDirectory(folder) ? folder : Path.of("..", "samples", name);
    }
}
