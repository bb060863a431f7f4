package io.millrace.projects;

import io.millrace.projects.workspace.ArchiveReader;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The path of an application in an archive that contains several: {@code ARCHIVE.bar!APPLICATION}.
 * Without the name, the archive contains one application.
 *
 * @param archive file of the archive
 * @param application name of the application; empty for the only one
 */
record ArchivePath(Path archive, String application) {

    private static final char SEPARATOR = '!';

    /** Returns the path of an application; null if the path is not in an archive. */
    static @Nullable ArchivePath of(Path path) {
        if (path.getFileName() == null) {
            return null;
        }
        if (isArchive(path)) {
            return new ArchivePath(path, "");
        }
        String name = path.getFileName().toString();
        int separator = name.lastIndexOf(SEPARATOR);
        Path archive = separator < 1 ? null : path.resolveSibling(name.substring(0, separator));
        return archive != null && isArchive(archive)
                ? new ArchivePath(archive, name.substring(separator + 1))
                : null;
    }

    private static boolean isArchive(Path file) {
        return ArchiveReader.isArchive(file) && Files.isRegularFile(file);
    }

    /** Returns the path of an application in the same archive. */
    Path of(String name) {
        return archive.resolveSibling(archive.getFileName().toString() + SEPARATOR + name);
    }
}
