package io.millrace.projects.workspace;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.NearbyFiles;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * A file of a project, on disk or in an archive. It is read only when its contents are needed.
 *
 * @param path path in the project, with slashes
 * @param shown path as shown in problems; the path of an archive precedes the path of its entry
 * @param contents contents of the file
 */
public record ProjectFile(String path, String shown, Contents contents) {

    /** Maximum size of a file in bytes. */
    public static final int MAX_BYTES = NearbyFiles.MAX_BYTES;

    /** The bytes of a file. */
    @FunctionalInterface
    public interface Contents {
        byte[] read() throws IOException;
    }

    /** Returns the name of the file without its folders. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the folder of the file in the project; empty for the project itself. */
    public String folder() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /** Whether the name of the file has a suffix, in upper or lower case. */
    public boolean hasSuffix(String suffix) {
        return path.regionMatches(
                true, path.length() - suffix.length(), suffix, 0, suffix.length());
    }

    /** Returns the path without a suffix, with dots instead of slashes. */
    public String qualifiedName(String suffix) {
        return path.substring(0, path.length() - suffix.length()).replace('/', '.');
    }

    /** Returns the bytes. If the file cannot be read, reports the problem and returns null. */
    public byte @Nullable [] bytes(Problems problems) {
        try {
            byte[] bytes = contents.read();
            if (bytes.length > MAX_BYTES) {
                problems.error(
                        ErrorCode.PROJECT_FILE,
                        Place.of(shown),
                        "the file has %d bytes; the limit is %d MiB"
                                .formatted(bytes.length, MAX_BYTES >> 20),
                        "remove it from the project");
                return null;
            }
            return bytes;
        } catch (IOException e) {
            problems.error(ErrorCode.FILE_UNREADABLE, Place.of(shown), FileErrors.reason(e));
            return null;
        }
    }

    /** Returns the text. If the file cannot be read, reports the problem and returns null. */
    public @Nullable Source source(Problems problems) {
        byte[] bytes = bytes(problems);
        return bytes == null ? null : new Source(shown, NearbyFiles.text(bytes));
    }
}
