package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;

import java.util.Optional;

/**
 * A parser that finds the end of a body in bytes that continue after it, so that it can divide a
 * sequence of bodies without delimiters (IIB: "parsed record sequence").
 */
public interface RecordParser extends Parser {

    /**
     * The range of a body, relative to the first byte of a sequence. An empty range means that the
     * bytes before its end belong to no body, for example white space.
     */
    record Range(int start, int end) {

        /** Whether the bytes before the end belong to no body. */
        public boolean isEmpty() {
            return start == end;
        }
    }

    /**
     * Returns the reason why the end of a body cannot be found in the bytes; empty if the end can
     * be found.
     */
    Optional<String> checkRecords(MessageTemplate template);

    /**
     * Finds the first body of a sequence, without parsing or validating its fields.
     *
     * @param bytes at least one byte. The array is changed later and must not be kept
     * @param isComplete whether the sequence ends with these bytes
     * @throws io.millrace.engine.error.MillraceException with PARSE_CUT_OFF if the bytes end before
     *     the body; with another code for damaged bytes, which can also be the result of bytes that
     *     end too early
     */
    Range record(Bytes bytes, boolean isComplete, ParseOptions options);
}
