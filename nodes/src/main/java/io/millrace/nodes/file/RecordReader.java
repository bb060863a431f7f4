package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.RecordParser.Range;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A reader of the records of a file. It keeps at most one record and a buffer in memory. Belongs to
 * one thread.
 */
final class RecordReader implements Closeable {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final String DOS = "\r\n";
    private static final String UNIX = "\n";

    private final String name;
    private final FileChannel channel;
    private final RecordFormat format;
    private final int maxBytes;
    private final String custom;

    /** Bytes of the file from {@link #offset} on, at the indexes from {@link #start}. */
    private byte[] buffer;

    private int start;
    private int end;
    private boolean isComplete;

    private long offset;
    private long number;
    private String delimiter;

    /**
     * Opens a file.
     *
     * @param name name of the file in errors
     * @param maxBytes maximum length of a record
     * @param offset offset of the next record
     * @param number number of records before the next record
     * @param delimiter delimiter before the next record; empty for none
     */
    RecordReader(
            Path file,
            String name,
            RecordFormat format,
            int maxBytes,
            long offset,
            long number,
            String delimiter)
            throws IOException {
        this.name = name;
        this.format = format;
        this.maxBytes = maxBytes;
        this.offset = offset;
        this.number = number;
        this.delimiter = delimiter;
        custom = new String(format.delimiter(), StandardCharsets.ISO_8859_1);
        channel = FileChannel.open(file, StandardOpenOption.READ);
        channel.position(offset);
        buffer = new byte[Math.clamp(channel.size() + 1, 1, BUFFER_BYTES)];
    }

    /** Returns the offset of the next record. */
    long offset() {
        return offset;
    }

    /** Returns the number of records that were read. */
    long number() {
        return number;
    }

    /** Returns the delimiter before the next record; empty for none. */
    String delimiter() {
        return delimiter;
    }

    /**
     * Reads the next record. An empty file has one empty record, unless its records are parsed.
     *
     * @return null at the end of the file
     * @throws MillraceException with MESSAGE_TOO_LARGE; for parsed records also with the error of
     *     the parser
     */
    FileRecord next() throws IOException {
        if (format.kind() == RecordFormat.Kind.PARSED) {
            return parsed();
        }
        boolean mayBeEmpty = number == 0 || format.infix() && !delimiter.isEmpty();
        if (!has(1) && !mayBeEmpty) {
            return null;
        }
        return switch (format.kind()) {
            case WHOLE_FILE -> whole();
            case FIXED_LENGTH -> record(Math.min(format.length(), available()), "");
            default -> delimited();
        };
    }

    /** Reads a record whose end the parser finds, after bytes that belong to no record. */
    private FileRecord parsed() throws IOException {
        while (has(1)) {
            Range found = find();
            if (found == null) {
                has(end - start + 1);
            } else if (found.isEmpty()) {
                skip(found.end());
            } else {
                skip(found.start());
                return record(found.end() - found.start(), "");
            }
        }
        return null;
    }

    private Range find() {
        Range found;
        try {
            found = format.finder().first(new Bytes(buffer, start, end), isComplete);
        } catch (MillraceException e) {
            throw MillraceException.of(
                            e.code(),
                            "record %d of file %s, after offset %d, cannot be read: %s. Correct the file, or the domain and message of the node"
                                    .formatted(number + 1, name, offset, e.getMessage()))
                    .type(ExceptionType.PARSER)
                    .build();
        }
        if (found != null && found.end() == 0) {
            throw new MillraceException(
                    ErrorCode.PARSE_FAILED,
                    "record %d of file %s, at offset %d, has no bytes; correct the message of the node"
                            .formatted(number + 1, name, offset));
        }
        return found;
    }

    /** Skips bytes that belong to no record. */
    private void skip(int bytes) {
        start += bytes;
        offset += bytes;
    }

    private int available() throws IOException {
        has(format.length());
        return end - start;
    }

    private FileRecord whole() throws IOException {
        long size = channel.size();
        if (size > maxBytes) {
            throw tooLong("the file has " + size + " bytes");
        }
        if (size >= buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(size + 1, Integer.MAX_VALUE - 8));
        }
        while (has(end - start + 1)) {
            // The buffer grows to the length of the file.
        }
        return record(end - start, "");
    }

    private FileRecord delimited() throws IOException {
        int from = 0;
        while (true) {
            int found = find(from);
            if (found >= 0) {
                return record(found, format.endsLines() ? lineEnd(found) : custom);
            }
            // The beginning of a delimiter can be at the end of the buffer.
            from = Math.max(0, end - start - Math.max(1, format.delimiter().length - 1));
            if (!has(end - start + 1)) {
                return record(end - start, "");
            }
        }
    }

    /** Returns the length of the data before the next delimiter; -1 if the buffer has none. */
    private int find(int from) {
        byte[] wanted = format.delimiter();
        if (wanted.length == 0) {
            for (int i = start + from; i < end; i++) {
                if (buffer[i] == '\n') {
                    boolean isDos = i > start && buffer[i - 1] == '\r';
                    return i - start - (isDos ? 1 : 0);
                }
            }
            return -1;
        }
        for (int i = start + from; i <= end - wanted.length; i++) {
            if (Arrays.equals(buffer, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i - start;
            }
        }
        return -1;
    }

    private String lineEnd(int length) {
        return buffer[start + length] == '\r' ? DOS : UNIX;
    }

    private FileRecord record(int length, String after) throws IOException {
        if (length > maxBytes) {
            throw tooLong("it has at least " + length + " bytes");
        }
        Bytes body = body(length);
        long at = offset;
        String before = delimiter;
        int read = length + after.length();
        start += read;
        offset += read;
        number++;
        delimiter = after;
        boolean isLast = !has(1) && !(format.infix() && !after.isEmpty());
        return new FileRecord(body, at, number, before, isLast);
    }

    private Bytes body(int length) {
        if (format.kind() != RecordFormat.Kind.WHOLE_FILE) {
            return Bytes.of(Arrays.copyOfRange(buffer, start, start + length));
        }
        Bytes whole = new Bytes(buffer, start, start + length);
        // The body keeps the buffer.
        buffer = new byte[1];
        start = 0;
        end = length;
        return whole;
    }

    /** Reads until the buffer contains a number of bytes. Returns false at the end of the file. */
    private boolean has(int bytes) throws IOException {
        while (end - start < bytes && !isComplete) {
            if (end - start > maxBytes + (long) format.delimiter().length + 1) {
                throw tooLong("its end is not within " + (end - start) + " bytes");
            }
            makeRoom();
            int read = channel.read(ByteBuffer.wrap(buffer, end, buffer.length - end));
            isComplete = read < 0;
            end += Math.max(0, read);
        }
        return end - start >= bytes;
    }

    private void makeRoom() {
        if (start == end) {
            start = 0;
            end = 0;
            if (buffer.length > BUFFER_BYTES) {
                buffer = new byte[BUFFER_BYTES];
            }
        } else if (end == buffer.length) {
            boolean isFull = end - start > buffer.length / 2;
            long larger = Math.min(2L * buffer.length, maxBytes + (long) BUFFER_BYTES);
            byte[] target =
                    isFull ? new byte[(int) Math.min(larger, Integer.MAX_VALUE - 8)] : buffer;
            System.arraycopy(buffer, start, target, 0, end - start);
            end -= start;
            start = 0;
            buffer = target;
        }
    }

    private MillraceException tooLong(String found) {
        return new MillraceException(
                ErrorCode.MESSAGE_TOO_LARGE,
                "record %d of file %s, at offset %d, is too long: %s; a message can have %d bytes (limit messageBytes). Correct the file or the record properties of the node, or increase the limit"
                        .formatted(number + 1, name, offset, found, maxBytes));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
