package io.millrace.nodes.file;

import io.millrace.engine.message.Bytes;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The committed position in an input file: the value of a record of the node's state.
 *
 * @param status what must be done with the file
 * @param offset offset of the next record
 * @param number number of records before it
 * @param delimiter delimiter before the next record; empty for none
 * @param backouts number of times that the next record was backed out
 */
record FilePosition(Status status, long offset, long number, String delimiter, int backouts) {

    /** The pending action for a file. */
    enum Status {
        /** Records follow. */
        READING,
        /** All records were processed: the file must be archived or deleted. */
        PROCESSED,
        /** A record cannot be processed: the file must be moved to the backout folder. */
        FAILED
    }

    static final FilePosition START = new FilePosition(Status.READING, 0, 0, "", 0);

    private static final HexFormat HEX = HexFormat.of();

    FilePosition with(Status value) {
        return new FilePosition(value, offset, number, delimiter, backouts);
    }

    FilePosition backedOut(int count) {
        return new FilePosition(status, offset, number, delimiter, count);
    }

    Bytes write() {
        String hex = HEX.formatHex(delimiter.getBytes(StandardCharsets.ISO_8859_1));
        return Bytes.utf8(status + " " + offset + " " + number + " " + backouts + " " + hex);
    }

    static FilePosition read(Bytes written) {
        String[] parts = written.text(StandardCharsets.UTF_8).split(" ", -1);
        return new FilePosition(
                Status.valueOf(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                new String(HEX.parseHex(parts[4]), StandardCharsets.ISO_8859_1),
                Integer.parseInt(parts[3]));
    }
}
