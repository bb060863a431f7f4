package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A reader of text files: UTF-8 with or without a byte order mark, UTF-16 with a byte order mark.
 *
 * <p>A carriage return without a following line feed also ends a line and is converted to a line
 * feed. Lines are therefore counted as in editors.
 */
public final class TextFiles {

    private static final long MAX_BYTES = 16 << 20;
    private static final String SAVE = "save the file in UTF-8";

    private TextFiles() {}

    /**
     * Returns the text of a file under the given name. If the file cannot be read as text, reports
     * a FILE_UNREADABLE problem and returns null.
     */
    public static Source read(Path file, Problems problems) {
        Place place = Place.of(file.toString());
        try {
            if (Files.isDirectory(file)) {
                problems.error(ErrorCode.FILE_UNREADABLE, place, "found a folder, expected a file");
                return null;
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                problems.error(ErrorCode.FILE_UNREADABLE, place, "this is not a regular file");
                return null;
            }
            if (Files.size(file) > MAX_BYTES) {
                problems.error(
                        ErrorCode.FILE_UNREADABLE,
                        place,
                        "the file has "
                                + Files.size(file)
                                + " bytes; definition files must not exceed "
                                + MAX_BYTES);
                return null;
            }
            return decode(file, Files.readAllBytes(file), problems);
        } catch (NoSuchFileException e) {
            problems.error(ErrorCode.FILE_UNREADABLE, place, "the file does not exist");
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    place,
                    "the file cannot be read: " + FileErrors.reason(e));
        }
        return null;
    }

    private static Source decode(Path file, byte[] bytes, Problems problems) {
        Charset charset = charset(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharsetDecoder decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        String read = text.startsWith("\uFEFF") ? text.substring(1) : text;
        int stop = result.isUnderflow() ? read.indexOf(0) : read.length();
        if (stop < 0) {
            return new Source(file.toString(), read.indexOf('\r') < 0 ? read : lines(read));
        }
        String shown =
                read.substring(0, stop) + (result.isUnderflow() ? "" : rest(bytes, in.position()));
        Place place = new Source(file.toString(), lines(shown)).at(stop);
        if (result.isUnderflow()) {
            problems.error(
                    ErrorCode.FILE_ENCODING,
                    place,
                    "found a NUL character: the file is not text, or its encoding is not marked",
                    SAVE);
        } else {
            String found =
                    "byte 0x%02X at offset %d".formatted(bytes[in.position()], in.position());
            problems.error(ErrorCode.FILE_ENCODING, place, found + " is not " + charset, SAVE);
        }
        return null;
    }

    private static Charset charset(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
        return switch (mark) {
            case 0xFEFF -> StandardCharsets.UTF_16BE;
            case 0xFFFE -> StandardCharsets.UTF_16LE;
            default -> StandardCharsets.UTF_8;
        };
    }

    /**
     * Returns the rest of a line, starting at an invalid byte, with one character for each byte.
     */
    private static String rest(byte[] bytes, int from) {
        int to = from;
        while (to < bytes.length && bytes[to] != '\n' && bytes[to] != '\r') {
            to++;
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static String lines(String text) {
        StringBuilder lines = new StringBuilder(text);
        for (int i = text.indexOf('\r'); i >= 0; i = text.indexOf('\r', i + 1)) {
            if (i + 1 == text.length() || text.charAt(i + 1) != '\n') {
                lines.setCharAt(i, '\n');
            }
        }
        return lines.toString();
    }
}
