package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
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
        return new MillraceException(
                ErrorCode.FILE_UNREADABLE,
                "cannot write " + file + ": " + obstacle(file, failure),
                failure);
    }

    /**
     * Returns the file of a failure and the reason. The reason can be a problem with a parent
     * folder.
     */
    public static String unusable(FileSystemException failure) {
        if (failure.getFile() == null) {
            return reason(failure);
        }
        return failure.getFile() + ": " + obstacle(Path.of(failure.getFile()), failure);
    }

    /**
     * Returns the reason why a file cannot be written. The reason can be a problem with a parent
     * folder.
     */
    public static String obstacle(Path file, IOException failure) {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                return folder + " is a file, not a folder";
            }
        }
        if (failure instanceof AccessDeniedException denied
                && denied.getFile() != null
                && !denied.getFile().equals(file.toString())) {
            return "permission to create " + denied.getFile() + " is denied";
        }
        if (!(failure instanceof NoSuchFileException)) {
            return reason(failure);
        }
        Path folder = file.getParent();
        return folder == null || Files.exists(folder)
                ? "its folder does not allow new files"
                : "the folder " + folder + " does not exist";
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
