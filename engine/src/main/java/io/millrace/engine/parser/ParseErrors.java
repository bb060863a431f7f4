package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

/** A factory of the exceptions of parsers, so that all parsers report errors in the same way. */
public final class ParseErrors {

    private ParseErrors() {}

    /**
     * Returns the exception for a message that is not well-formed.
     *
     * @param domain domain of the parser
     * @param offset offset from the first byte of the body or header
     * @param found description of what was found and expected, in one sentence without a full stop
     */
    public static MillraceException failed(String domain, int offset, String found) {
        return of(ErrorCode.PARSE_FAILED, domain, offset, found);
    }

    /** Returns the exception for a truncated message. */
    public static MillraceException cutOff(String domain, int offset, String expected) {
        return of(
                ErrorCode.PARSE_CUT_OFF,
                domain,
                offset,
                "the message ends here; expected " + expected);
    }

    /** Returns the exception for a message that exceeds a limit. */
    public static MillraceException limit(String domain, int offset, String exceeded) {
        return of(ErrorCode.PARSE_LIMIT, domain, offset, exceeded);
    }

    /** Returns the exception for a damaged header. */
    public static MillraceException header(String domain, int offset, String found) {
        return of(ErrorCode.BAD_HEADER, domain, offset, found);
    }

    /** Returns an exception with an offset in a message. */
    public static MillraceException of(ErrorCode code, String domain, int offset, String text) {
        return at(code, domain, offset, "", text);
    }

    /** Returns an exception with an offset, a line and a column in a message. */
    public static MillraceException of(
            ErrorCode code, String domain, int offset, int line, int column, String text) {
        return at(code, domain, offset, ", line " + line + ", column " + column, text);
    }

    private static MillraceException at(
            ErrorCode code, String domain, int offset, String position, String text) {
        return failure(
                code,
                domain + ", byte " + offset + position + ": " + text,
                Insert.of(domain),
                Insert.of(offset),
                Insert.of(text));
    }

    /**
     * Returns the exception for a tree that cannot be written in its format, with the path of the
     * element.
     */
    public static MillraceException unwritable(String path, String text) {
        return failure(
                ErrorCode.WRITE_FAILED, path + ": " + text, Insert.of(path), Insert.of(text));
    }

    /** Returns an exception of the type ParserException. */
    static MillraceException failure(ErrorCode code, String text, Insert... inserts) {
        return MillraceException.of(code, text).type(ExceptionType.PARSER).inserts(inserts).build();
    }
}
