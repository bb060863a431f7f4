package io.millrace.nodes.file;

import io.millrace.engine.message.Bytes;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A staged file: the value of a record of a FileOutput node's state.
 *
 * @param file path of the complete file
 * @param staged path of the staged file
 * @param length committed length of the staged file
 * @param appendAt offset in the complete file at which the staged file is appended; -1 if it
 *     becomes the complete file
 */
record OutputRecord(Path file, Path staged, long length, long appendAt) {

    private static final String SEPARATOR = "\n";

    OutputRecord withLength(long value) {
        return new OutputRecord(file, staged, value, appendAt);
    }

    OutputRecord at(long offset) {
        return new OutputRecord(file, staged, length, offset);
    }

    Bytes write() {
        return Bytes.utf8(
                String.join(SEPARATOR, length + "", appendAt + "", file + "", staged + ""));
    }

    static OutputRecord read(Bytes written) {
        String[] parts = written.text(StandardCharsets.UTF_8).split(SEPARATOR, 4);
        return new OutputRecord(
                Path.of(parts[2]),
                Path.of(parts[3]),
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]));
    }
}
