package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;

/**
 * The clauses of ASBITSTREAM and of CREATE ... PARSE; each null where it is not written.
 *
 * @param options OPTIONS: the mode and how to validate
 * @param encoding ENCODING, as MQMD.Encoding
 * @param ccsid CCSID
 * @param set SET
 * @param type TYPE
 * @param format FORMAT
 */
public record BitStreamOptions(Value options, Value encoding, Value ccsid, Value set, Value type, Value format) {

    public static BitStreamOptions of(Value options, Value encoding, Value ccsid, Value set, Value type, Value format) {
        return new BitStreamOptions(options, encoding, ccsid, set, type, format);
    }
}
