package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.RecordParser.Range;

import org.jspecify.annotations.Nullable;

/**
 * A finder of the bodies in a sequence without delimiters, with the parser of their domain. Safe
 * for use by several threads.
 */
public final class RecordFinder {

    private final RecordParser parser;
    private final ParseOptions options;

    RecordFinder(RecordParser parser, ParseOptions options) {
        this.parser = parser;
        this.options = options;
    }

    /**
     * Finds the first body of a sequence.
     *
     * @param bytes at least one byte. The finder does not keep the array
     * @param isComplete whether the sequence ends with these bytes
     * @return null if more bytes are needed; never null for a complete sequence
     * @throws MillraceException for a damaged or incomplete body of a complete sequence. Of an
     *     incomplete one, only for a body that exceeds a limit, because the cause of any other
     *     error can be that the bytes end too early
     */
    public @Nullable Range first(Bytes bytes, boolean isComplete) {
        Range found;
        try {
            found = parser.record(bytes, isComplete, options);
        } catch (MillraceException e) {
            if (isComplete || e.code() == ErrorCode.PARSE_LIMIT) {
                throw e;
            }
            return null;
        }
        boolean canBeLonger = !isComplete && !found.isEmpty() && found.end() == bytes.length();
        return canBeLonger ? null : found;
    }
}
