package io.millrace.server.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A received archive. It is deleted when it is closed, unless it was moved.
 *
 * @param file its file
 * @param sha256 checksum of its content
 */
public record Upload(Path file, String sha256) implements AutoCloseable {

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next start deletes it.
        }
    }
}
