package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

/** Says of bytes what is wrong with them: for parsers, so that all of them say it alike. */
public final class Damage {

    private Damage() {}

    /**
     * A message is not well-formed.
     *
     * @param domain whose parser found it
     * @param offset counted from the first byte of the body or header
     * @param found what is there and what was expected, one sentence without a full stop
     */
    public static MillraceException failed(String domain, int offset, String found) {
        return of(ErrorCode.PARSE_FAILED, domain, offset, found);
    }

    /** A message ends too early; what was expected instead of its end. */
    public static MillraceException cutOff(String domain, int offset, String expected) {
        return of(
                ErrorCode.PARSE_CUT_OFF,
                domain,
                offset,
                "the message ends here; expected " + expected);
    }

    /** A message exceeds a limit; which one, and how. */
    public static MillraceException limit(String domain, int offset, String exceeded) {
        return of(ErrorCode.PARSE_LIMIT, domain, offset, exceeded);
    }

    /** A header is damaged. */
    public static MillraceException header(String domain, int offset, String found) {
        return of(ErrorCode.BAD_HEADER, domain, offset, found);
    }

    /** Any error that has an offset in a message. */
    public static MillraceException of(ErrorCode code, String domain, int offset, String text) {
        return MillraceException.of(code, domain + ", byte " + offset + ": " + text)
                .type(ExceptionType.PARSER)
                .inserts(Insert.of(domain), Insert.of(offset), Insert.of(text))
                .build();
    }

    /** A tree cannot be written in its format; the element is named by its path. */
    public static MillraceException unwritable(String path, String text) {
        return MillraceException.of(ErrorCode.WRITE_FAILED, path + ": " + text)
                .type(ExceptionType.PARSER)
                .inserts(Insert.of(path), Insert.of(text))
                .build();
    }
}
