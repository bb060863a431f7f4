package io.millrace.engine.parser;

import io.millrace.engine.message.Limits;

/**
 * Options for writing a body.
 *
 * @param template set, type and format of the output
 * @param ccsid coded character set of the output; 0 for the default of the format
 * @param encoding Encoding of numbers, as in MQMD.Encoding
 * @param mode mode of ASBITSTREAM; ROOT for a complete message
 * @param limits limits of the message
 */
public record WriteOptions(
        MessageTemplate template, int ccsid, int encoding, Mode mode, Limits limits) {

    /** Modes of ASBITSTREAM in ESQL. */
    public enum Mode {
        /** A complete message, as written by an output node. */
        ROOT,
        /** A complete message inside another message, for example without an XML declaration. */
        EMBEDDED,
        /** The element and all its descendants. */
        FOLDER
    }

    public static WriteOptions of(MessageTemplate template, int ccsid, int encoding) {
        return new WriteOptions(template, ccsid, encoding, Mode.ROOT, Limits.DEFAULTS);
    }
}
