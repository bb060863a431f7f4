package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.record.RecordTypes.DOMAIN;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;
import io.millrace.parsers.record.Wire;

import java.nio.charset.StandardCharsets;

/**
 * The validation of the envelopes of a message: the segments or blocks around its content, with
 * their counts and references (ISO 9735-1, ANSI X12.5, SWIFT FIN). A truncated message is rejected.
 *
 * <p>A message that does not begin with an envelope is not validated, because models can describe
 * parts of messages.
 */
public final class Envelope {

    private static final TextCode LATIN_1 = Wire.of(819, 0, DefaultEncoding.DEFAULTS).text();

    final byte[] array;
    final int start;
    final int end;
    final TextCode text;

    /** Number of bytes of the message for each byte of {@link #array}. */
    final int unit;

    private Envelope(Bytes body, TextCode text, int unit) {
        array = body.array();
        start = body.start();
        end = body.end();
        this.text = text;
        this.unit = unit;
    }

    /** Whether the messages of a standard have envelopes. */
    public static boolean isPartOf(MessagingStandard standard) {
        return switch (standard) {
            case EDIFACT, X12, SWIFT -> true;
            case USER_DEFINED_TEXT, USER_DEFINED_MIXED, ACORD_AL3, TLOG, HL7, CSV -> false;
        };
    }

    /**
     * Validates the envelopes of a message.
     *
     * @param delimiters delimiters at the beginning of the message
     * @throws MillraceException if an envelope is incomplete or does not match the content
     */
    public static void validate(
            Bytes body, TextCode text, MessagingStandard standard, Delimiters delimiters) {
        Envelope envelope = of(body, text);
        if (envelope == null) {
            return;
        }
        switch (standard) {
            case EDIFACT, X12 ->
                    new InterchangeEnvelope(envelope, Segments.of(envelope, standard, delimiters))
                            .validate();
            case SWIFT -> new FinEnvelope(envelope).validate();
            default -> {
                // Without an envelope.
            }
        }
    }

    /** Returns null if the bytes are not text; the parser reports this. */
    static Envelope of(Bytes body, TextCode text) {
        if (text.isSynchronous()) {
            return new Envelope(body, text, 1);
        }
        try {
            byte[] characters =
                    text.decode(body.array(), body.start(), body.end())
                            .getBytes(StandardCharsets.ISO_8859_1);
            return new Envelope(Bytes.of(characters), LATIN_1, text.unit());
        } catch (FieldException e) {
            return null;
        }
    }

    /** Whether a byte is white space. */
    boolean isWhite(int at) {
        byte b = array[at];
        return text.isEbcdic()
                ? switch (b) {
                    case 0x05, 0x0B, 0x0C, 0x0D, 0x15, 0x25, 0x40 -> true;
                    default -> false;
                }
                : b >= 0 && b <= ' ';
    }

    /** Whether a line ends at a position. In EBCDIC, a line can also end with NEL. */
    boolean isLineEnd(int at) {
        byte b = array[at];
        return b == code('\r') || b == code('\n') || text.isEbcdic() && b == code('\u0085');
    }

    /** Returns the position after white space. */
    int skipWhite(int from) {
        int at = from;
        while (at < end && isWhite(at)) {
            at++;
        }
        return at;
    }

    /**
     * Whether the message begins with a string.
     *
     * @throws MillraceException if the message ends in the string
     */
    boolean beginsWith(String string) {
        int from = skipWhite(start);
        int to = Math.min(end, from + string.length());
        for (int at = from; at < to; at++) {
            if (array[at] != code(string.charAt(at - from))) {
                return false;
            }
        }
        if (from < to && to - from < string.length()) {
            throw cutOff(string);
        }
        return from < to;
    }

    /** Returns the byte of a character; 0 if the code page does not contain it as one byte. */
    byte code(char character) {
        byte[] code = text.encode(character);
        return code == null || code.length != 1 ? 0 : code[0];
    }

    String decode(int from, int to) {
        try {
            return text.decode(array, from, to);
        } catch (FieldException e) {
            return new String(array, from, to - from, text.charset());
        }
    }

    MillraceException failed(int at, String problem, Object... values) {
        return ParseErrors.failed(DOMAIN, (at - start) * unit, problem.formatted(values));
    }

    MillraceException cutOff(String expected, Object... values) {
        return ParseErrors.cutOff(DOMAIN, (end - start) * unit, expected.formatted(values));
    }
}
