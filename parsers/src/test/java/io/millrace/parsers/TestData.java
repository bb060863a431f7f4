package io.millrace.parsers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Collections of test data that other projects wrote: the archives of the folder {@code testdata},
 * and those that a user fetched because they are not in the repository (testdata/README.md).
 */
public final class TestData {

    private static final Path ROOT = Path.of(System.getProperty("millrace.root", ".."));
    private static final Map<String, Path> ARCHIVES = new HashMap<>();

    private TestData() {}

    /** Returns the folder of a collection; it does not exist where the collection is missing. */
    public static synchronized Path folder(String name) {
        Path archive = ROOT.resolve("testdata").resolve(name + ".zip");
        return Files.exists(archive)
                ? ARCHIVES.computeIfAbsent(name, n -> open(archive))
                : fetched().resolve(name);
    }

    private static Path fetched() {
        String folder = System.getProperty("millrace.testdata");
        return folder == null ? ROOT.resolve("../shared/testdata") : Path.of(folder);
    }

    /** An archive stays open until the tests end. */
    private static Path open(Path archive) {
        try {
            return FileSystems.newFileSystem(archive).getPath("/");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Skips a test whose collection is missing. */
    public static void assumeExists(Path folder) {
        assumeTrue(
                Files.isDirectory(folder),
                () ->
                        "The test data "
                                + folder.getFileName()
                                + " is not in the repository. testdata/README.md describes how to"
                                + " get it; -Dmillrace.testdata names the folder.");
    }
}
