package io.millrace.nodes.construction;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file to which the instances of a Trace node append text. Safe for use by several threads. */
final class TraceFile {

    private final Path path;

    TraceFile(String path) {
        this.path = Path.of(path);
    }

    /**
     * Appends text and a line separator in one write, so that the output of several threads is not
     * mixed.
     */
    synchronized void append(String text) {
        try {
            Files.writeString(
                    path,
                    text + System.lineSeparator(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.TRACE_FILE,
                    "trace file "
                            + path
                            + " cannot be written: "
                            + (e instanceof NoSuchFileException
                                    ? "its folder does not exist; create it, or correct filePath"
                                    : FileErrors.reason(e)),
                    Insert.of(path.toString()));
        }
    }
}
