package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * A formatter of file errors. The JDK reports only a path, or a message of the operating system.
 */
public final class FileErrors {

    /** Messages of the operating system, in lower case, and their meaning. */
    private static final Map<String, String> REASONS =
            Map.of(
                    "not a directory", "a part of the path is a file, not a folder",
                    "is a directory", "it is a folder, not a file",
                    "no space left on device", "the disk is full; free some space",
                    "disk quota exceeded", "the disk quota of this user is used up",
                    "read-only file system", "the file system is read-only",
                    "file name too long", "its name is too long",
                    "too many open files", "this process has too many open files (ulimit -n)",
                    "too many levels of symbolic links", "its symbolic links form a cycle",
                    "input/output error", "the disk reported an error");

    private FileErrors() {}

    /** Returns the reason for a failure as a phrase, for example "it does not exist". */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "it does not exist";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it already exists";
            case NotDirectoryException _ -> "it is not a folder";
            case DirectoryNotEmptyException _ -> "the folder is not empty";
            case FileSystemLoopException _ -> "its symbolic links form a cycle";
            case FileSystemException e -> reason(e.getReason(), e);
            default -> reason(failure.getMessage(), failure);
        };
    }

    private static String reason(@Nullable String message, IOException failure) {
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        String known = REASONS.get(message.toLowerCase(Locale.ROOT));
        return known != null ? known : message;
    }

    /** Returns the error for a file or folder that cannot be written. */
    public static MillraceException unwritable(Path file, IOException failure) {
        String reason =
                failure instanceof NoSuchFileException
                        ? "its folder does not exist, or does not allow new files"
                        : reason(failure);
        return new MillraceException(
                ErrorCode.FILE_UNREADABLE, "cannot write " + file + ": " + reason, failure);
    }

    /** Returns the error for a file or folder that cannot be read. */
    public static MillraceException unreadable(Path file, IOException failure) {
        return new MillraceException(
                ErrorCode.FILE_UNREADABLE, "cannot read " + file + ": " + reason(failure), failure);
    }

    /**
     * Returns the error for a failure of the file system; null if a throwable is not such a
     * failure.
     */
    static @Nullable MillraceException from(Throwable thrown) {
        Throwable failure = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
        if (failure instanceof FileSystemException e && e.getFile() != null) {
            return new MillraceException(
                    ErrorCode.FILE_UNREADABLE, "cannot use " + e.getFile() + ": " + reason(e), e);
        }
        return null;
    }
}
