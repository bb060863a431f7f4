package io.millrace.nodes.construction;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that the instances of a Trace node append to; safe to use from several threads. */
final class TraceFile {

    private final Path path;

    TraceFile(String path) {
        this.path = Path.of(path);
    }

    /**
     * Appends a text and the end of a line in one write, so that texts of several threads do not
     * mix.
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
                    "trace file " + path + " cannot be written: " + e.getMessage(),
                    Insert.of(path.toString()));
        }
    }
}
