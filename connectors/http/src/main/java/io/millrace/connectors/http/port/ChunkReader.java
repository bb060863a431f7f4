package io.millrace.connectors.http.port;

import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.CloseConnectionException;

/**
 * A reader of a connection that divides the chunks of request bodies into small parts. Helidon
 * reads a whole chunk, of up to 2 GB, into memory before the limits of the caller apply, and has no
 * limit for the line before a chunk. For the thread of the connection.
 */
final class ChunkReader extends DataReader {

    private static final int HEXADECIMAL = 16;

    /** Length of the line break after a chunk. */
    private static final int LINE_BREAK = 2;

    /** Maximum length of the line before a chunk, including extensions. */
    private static final int MAX_LINE = 1_024;

    /** Bytes of the current chunk after its current part. */
    private int rest;

    private boolean isDivided;

    // The factory method, which replaces the constructor, cannot create a subclass.
    @SuppressWarnings("removal")
    private ChunkReader(DataReader connection) {
        super(
                () -> {
                    connection.ensureAvailable();
                    return connection.readBytes(connection.available());
                });
    }

    /** Returns a reader of the data that a connection has not read. */
    static ChunkReader of(DataReader connection) {
        return new ChunkReader(connection);
    }

    /**
     * Reads the length of the next chunk, or returns the length of the next part of the current
     * chunk.
     */
    @Override
    public String readLine() {
        if (isDivided) {
            return nextPart();
        }
        if (findNewLine(MAX_LINE) == MAX_LINE) {
            throw new CloseConnectionException(
                    "the line before a chunk must have fewer than %d bytes".formatted(MAX_LINE));
        }
        String line = super.readLine();
        try {
            rest = Integer.parseInt(line, HEXADECIMAL);
        } catch (NumberFormatException invalid) {
            return line;
        }
        if (rest <= Exchange.PART_BYTES) {
            return line;
        }
        isDivided = true;
        return nextPart();
    }

    private String nextPart() {
        int part = Math.min(rest, Exchange.PART_BYTES);
        rest -= part;
        return Integer.toHexString(part);
    }

    /** Skips bytes. A part that does not end its chunk has no line break after it. */
    @Override
    public void skip(int bytes) {
        if (isDivided && bytes == LINE_BREAK) {
            if (rest > 0) {
                return;
            }
            isDivided = false;
        }
        super.skip(bytes);
    }
}
