package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Validation;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The property values of a FileOutput node.
 *
 * @param directory absolute path of the output folder
 * @param filename name or pattern; empty for none
 * @param mode value of outputMode
 * @param replaceArchives whether archived files are replaced
 * @param definition value of recordDefinition
 * @param padding byte that pads records of a fixed length
 * @param remote folder of a server to which complete files are transferred; null for none
 * @param retains whether transferred files are also kept in the output folder
 */
record FileOutputSettings(
        Path directory,
        String filename,
        String mode,
        boolean replaceArchives,
        String definition,
        RecordFormat format,
        byte padding,
        Validation validation,
        RemoteSettings remote,
        boolean retains) {

    /** Whether each message is a complete file. */
    boolean isWholeFile() {
        return definition.equals("wholeFile");
    }

    boolean appends() {
        return mode.equals("append");
    }

    /**
     * Returns the bytes that a body adds to a file.
     *
     * @param length length of the file
     * @throws MillraceException if the body is longer than the records of the file
     */
    ByteBuffer record(Bytes body, long length) {
        return switch (definition) {
            case "fixedLength" -> padded(body);
            case "delimited" -> delimited(body, length);
            default -> ByteBuffer.wrap(body.array(), body.start(), body.length());
        };
    }

    private ByteBuffer padded(Bytes body) {
        if (body.length() > format.length()) {
            throw new MillraceException(
                    ErrorCode.FILE_REFUSED,
                    "the body has %d bytes, but records of the file have %d (recordLength); shorten the body, or increase recordLength"
                            .formatted(body.length(), format.length()));
        }
        byte[] padded = Arrays.copyOf(body.toArray(), format.length());
        Arrays.fill(padded, body.length(), padded.length, padding);
        return ByteBuffer.wrap(padded);
    }

    private ByteBuffer delimited(Bytes body, long length) {
        byte[] delimiter = format.delimiter();
        ByteBuffer record = ByteBuffer.allocate(body.length() + delimiter.length);
        if (format.infix() && length > 0) {
            record.put(delimiter);
        }
        record.put(body.array(), body.start(), body.length());
        if (!format.infix()) {
            record.put(delimiter);
        }
        return record.flip();
    }
}
