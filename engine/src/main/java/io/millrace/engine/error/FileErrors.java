package io.millrace.engine.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * The reasons of file errors for users. The message of many exceptions of the JDK is only the path
 * of the file.
 */
public final class FileErrors {

    private FileErrors() {}

    /** Returns the reason of an error as the end of a sentence. */
    public static String reason(IOException error) {
        return switch (error) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "it does not exist";
            case FileAlreadyExistsException _ -> "it exists already";
            case NotDirectoryException _ -> "it is not a folder";
            case FileSystemException e when e.getReason() != null -> words(e.getReason());
            case IOException e when e.getMessage() != null -> words(e.getMessage());
            default -> error.getClass().getSimpleName();
        };
    }

    private static String words(String text) {
        return text.equals("Is a directory") ? "it is a folder, expected a file" : text;
    }
}
