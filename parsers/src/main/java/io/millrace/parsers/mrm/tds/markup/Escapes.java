package io.millrace.parsers.mrm.tds.markup;

import static io.millrace.parsers.model.ServiceCharacter.HL7_CS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_EC;
import static io.millrace.parsers.model.ServiceCharacter.HL7_FS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_RS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_SCS;

import io.millrace.engine.message.ByteSink;
import io.millrace.parsers.model.ServiceCharacter;

import java.util.HexFormat;
import java.util.List;

/** A decoder that removes escape characters and quotation marks from values. */
public final class Escapes {

    /**
     * Escape sequences of HL7 (version 2.5, 2.10.1) for the field separator and the encoding
     * characters.
     */
    public static final String HL7_WORDS = "FSTRE";

    /** The characters that the sequences in {@link #HL7_WORDS} represent, in the same order. */
    private static final List<ServiceCharacter> HL7_CHARACTERS =
            List.of(HL7_FS, HL7_CS, HL7_SCS, HL7_RS, HL7_EC);

    private Escapes() {}

    /** Returns the bytes of a value without escapes; null if the value contains no escapes. */
    public static byte[] plain(Syntax syntax, TextBody body, int from, int to) {
        int quote = syntax.quote.match(body.array, from, to);
        if (quote > 0) {
            return unquoted(syntax.quote, body, from + quote, to - quote);
        }
        Marker escape = syntax.escape.isNone() ? syntax.words : syntax.escape;
        int at = escape.isNone() ? to : find(escape, body, from, to);
        if (at >= to) {
            return null;
        }
        return syntax.escape.isNone()
                ? unescapeCharacters(syntax, body, from, to, at)
                : unescaped(escape, body, from, to, at);
    }

    private static int find(Marker marker, TextBody body, int from, int to) {
        for (int at = from; at < to; at++) {
            if (marker.match(body.array, at, to) > 0 && body.isStart(at)) {
                return at;
            }
        }
        return to;
    }

    private static byte[] unquoted(Marker quote, TextBody body, int from, int to) {
        ByteSink out = new ByteSink(to - from);
        int at = from;
        while (at < to) {
            int next = find(quote, body, at, to);
            int length = quote.match(body.array, next, to);
            out.write(body.array, at, next + length);
            at = next + 2 * length;
        }
        return out.bytes().toArray();
    }

    private static byte[] unescaped(Marker escape, TextBody body, int from, int to, int first) {
        ByteSink out = new ByteSink(to - from);
        int at = from;
        int next = first;
        while (next < to) {
            out.write(body.array, at, next);
            int data = next + escape.match(body.array, next, to);
            at = body.skip(data, to);
            out.write(body.array, data, at);
            next = find(escape, body, at, to);
        }
        out.write(body.array, at, to);
        return out.bytes().toArray();
    }

    private static byte[] unescapeCharacters(
            Syntax syntax, TextBody body, int from, int to, int first) {
        ByteSink out = new ByteSink(to - from);
        int at = from;
        int next = first;
        while (next < to) {
            int begin = next + syntax.words.match(body.array, next, to);
            int end = find(syntax.words, body, begin, to);
            out.write(body.array, at, next);
            if (end >= to) {
                at = next;
                break;
            }
            int after = end + syntax.words.match(body.array, end, to);
            byte[] meant = decodeWord(syntax, body.text.decode(body.array, begin, end));
            if (meant == null) {
                out.write(body.array, next, after);
            } else {
                out.write(meant);
            }
            at = after;
            next = find(syntax.words, body, at, to);
        }
        out.write(body.array, at, to);
        return out.bytes().toArray();
    }

    /** Returns the characters for an escape sequence; null for a formatting command. */
    private static byte[] decodeWord(Syntax syntax, String word) {
        if (word.length() == 1) {
            int at = HL7_WORDS.indexOf(word.charAt(0));
            return at < 0 ? null : hl7(syntax, at);
        }
        return word.matches("X([0-9A-Fa-f]{2})+")
                ? HexFormat.of().parseHex(word.substring(1))
                : null;
    }

    /** Returns the character for the escape sequence with an index in {@link #HL7_WORDS}. */
    public static byte[] hl7(Syntax syntax, int word) {
        String character = syntax.delimiters.of(HL7_CHARACTERS.get(word));
        return character.isEmpty() ? null : syntax.text.encode(character);
    }
}
