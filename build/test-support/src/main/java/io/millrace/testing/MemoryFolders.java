package io.millrace.testing;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Creates the temporary folders of tests in a file system in memory, if the system has one with
 * enough space, because brokers create large files and force each write. No test depends on data
 * that survives a power failure.
 */
public final class MemoryFolders implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long MIN_FREE = 4L << 30;
    private static final String PREFIX = "junit-";

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
            throws IOException {
        boolean usable =
                Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= MIN_FREE;
        return usable
                ? Files.createTempDirectory(MEMORY, PREFIX)
                : Files.createTempDirectory(PREFIX);
    }
}
