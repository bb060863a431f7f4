package io.millrace.engine.parser;

import io.millrace.engine.message.Limits;

/**
 * How bytes are to be written.
 *
 * @param template set, type and format of the output
 * @param ccsid the coded character set to write in; 0 for the format's own default
 * @param encoding the layout of numbers, as MQMD.Encoding
 * @param mode whether the bytes will stand alone
 * @param limits what the message may cost
 */
public record WriteOptions(
        MessageTemplate template, int ccsid, int encoding, Mode mode, Limits limits) {

    /** The modes of ESQL's ASBITSTREAM. */
    public enum Mode {
        /** A whole message: what an output node writes. */
        ROOT,
        /** A whole message inside another, for example without an XML declaration of its own. */
        EMBEDDED,
        /** The given element and what is below it. */
        FOLDER
    }

    public static WriteOptions of(MessageTemplate template, int ccsid, int encoding) {
        return new WriteOptions(template, ccsid, encoding, Mode.ROOT, Limits.DEFAULTS);
    }
}
