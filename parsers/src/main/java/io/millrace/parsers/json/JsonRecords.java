package io.millrace.parsers.json;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.engine.parser.RecordParser.Range;

/**
 * A finder of the ends of JSON texts in a sequence. White space and the record separator of RFC
 * 7464 (X'1E') between them belong to no text.
 */
final class JsonRecords {

    private static final byte RECORD_SEPARATOR = 0x1E;

    private JsonRecords() {}

    /** Returns the first text of a sequence. */
    static Range first(Bytes bytes) {
        byte[] text = bytes.array();
        int to = bytes.end();
        int at = bytes.start() + markLength(bytes);
        while (at < to && (JsonSkipper.isBlank(text[at]) || text[at] == RECORD_SEPARATOR)) {
            at++;
        }
        int start = at - bytes.start();
        if (at == to) {
            return new Range(start, start);
        }
        int end =
                switch (text[at]) {
                    case '{', '[' -> closed(JsonSkipper.container(text, at + 1, to), bytes, at);
                    case '"' -> closed(JsonSkipper.string(text, at, to), bytes, at);
                    default -> JsonSkipper.scalar(text, at, to);
                };
        if (end == at) {
            throw damaged(bytes, at);
        }
        return new Range(start, end - bytes.start());
    }

    private static int markLength(Bytes bytes) {
        boolean isMarked =
                bytes.length() >= 3
                        && bytes.at(0) == (byte) 0xEF
                        && bytes.at(1) == (byte) 0xBB
                        && bytes.at(2) == (byte) 0xBF;
        return isMarked ? 3 : 0;
    }

    private static int closed(int end, Bytes bytes, int at) {
        if (end >= 0) {
            return end;
        }
        String expected =
                switch (bytes.array()[at]) {
                    case '{' -> "} at the end of the object";
                    case '[' -> "] at the end of the array";
                    default -> "the closing quotation mark of the string";
                };
        throw ParseErrors.cutOff(
                JsonParser.NAME,
                bytes.length(),
                "%s that begins at byte %d".formatted(expected, at - bytes.start()));
    }

    private static MillraceException damaged(Bytes bytes, int at) {
        return ParseErrors.failed(
                JsonParser.NAME,
                at - bytes.start(),
                "found '%c', expected a JSON value in UTF-8".formatted(bytes.array()[at] & 0xFF));
    }
}
