package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads text files: UTF-8, with or without a byte order mark. */
public final class TextFiles {

    private static final long MAX_BYTES = 16 << 20;

    private TextFiles() {}

    /**
     * The text of a file under the name as given; null, with a FILE_UNREADABLE problem, where it
     * has none.
     */
    public static Source read(Path file, Problems problems) {
        Place place = Place.of(file.toString());
        try {
            if (Files.isDirectory(file)) {
                problems.error(
                        ErrorCode.FILE_UNREADABLE,
                        place,
                        "this is a folder, where a file is expected");
                return null;
            }
            if (Files.size(file) > MAX_BYTES) {
                problems.error(
                        ErrorCode.FILE_UNREADABLE,
                        place,
                        "the file has "
                                + Files.size(file)
                                + " bytes; files of definitions have at most "
                                + MAX_BYTES);
                return null;
            }
            return decode(file, Files.readAllBytes(file), problems);
        } catch (NoSuchFileException e) {
            problems.error(ErrorCode.FILE_UNREADABLE, place, "there is no such file");
        } catch (AccessDeniedException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE, place, "the file cannot be read: permission denied");
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE, place, "the file cannot be read: " + e.getMessage());
        }
        return null;
    }

    private static Source decode(Path file, byte[] bytes, Problems problems) {
        CharBuffer out = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)
                        .decode(in, out, true);
        String text = out.flip().toString();
        if (!result.isUnderflow()) {
            int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
            Place place = new Place(Source.named(file.toString()), line, 0, 1);
            String found =
                    "byte 0x%02X at offset %d".formatted(bytes[in.position()], in.position());
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    place,
                    found + " is not UTF-8",
                    "save the file in UTF-8");
            return null;
        }
        return new Source(file.toString(), text.startsWith("\uFEFF") ? text.substring(1) : text);
    }
}
