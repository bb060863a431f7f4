package io.millrace.parsers.xml;

import static io.millrace.parsers.bytes.Words.plainText;
import static io.millrace.parsers.xml.Characters.isWhite;

import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.parsers.bytes.Words;

/**
 * A reader that converts ranges of a document to the text that they represent, and rejects
 * characters that XML does not allow.
 */
final class TextReader {

    private enum Kind {
        TEXT,
        ATTRIBUTE,
        /**
         * CDATA sections, comments and processing instructions, which cannot contain references.
         */
        RAW
    }

    private final Markup markup;
    private final byte[] a;
    private final boolean latin1;

    TextReader(Markup markup) {
        this.markup = markup;
        a = markup.a;
        latin1 = markup.latin1;
    }

    /** Returns the text in a range between tags. */
    String text(int from, int to) {
        return read(from, to, Kind.TEXT);
    }

    /**
     * Returns the text from an offset up to an end tag; null if no end tag follows or the text
     * contains other characters than plain characters.
     */
    String plainField(int from) {
        int lt = plainText(a, from, markup.to);
        boolean plain = lt > from && lt + 1 < markup.to && a[lt] == '<' && a[lt + 1] == '/';
        return plain ? plain(from, lt) : null;
    }

    /** Returns the text in a range that is known to consist of plain characters. */
    String plain(int from, int to) {
        return new String(a, from, to - from, ISO_8859_1);
    }

    /**
     * Returns the value of an attribute in a range between quotes, normalized as specified for the
     * type CDATA.
     */
    String attribute(int from, int to) {
        return read(from, to, Kind.ATTRIBUTE);
    }

    /** Returns the content of a CDATA section, comment or processing instruction. */
    String raw(int from, int to) {
        return read(from, to, Kind.RAW);
    }

    /** Checks a range of text that is not read, and rejects it if it is not well-formed. */
    void checkText(int from, int to) {
        if (Words.plain(a, from, to) < to) {
            text(from, to);
        }
    }

    /** Checks a comment that is not read, and rejects characters that XML does not allow. */
    void checkRaw(int from, int to) {
        if (Words.plain(a, from, to) < to) {
            raw(from, to);
        }
    }

    private String read(int from, int to, Kind kind) {
        int p = Words.plain(a, from, to);
        if (p == to) {
            return new String(a, from, to - from, ISO_8859_1);
        }
        StringBuilder out = new StringBuilder(to - from);
        out.append(new String(a, from, p - from, ISO_8859_1));
        while (p < to) {
            byte b = a[p];
            if (b < 0) {
                p = readNonAscii(p, to, out);
            } else if (b == '&' && kind != Kind.RAW) {
                p = reference(p, to, out);
            } else if (b < 0x20) {
                p = control(p, to, kind, out);
            } else {
                if (b == ']'
                        && kind == Kind.TEXT
                        && p + 2 < to
                        && a[p + 1] == ']'
                        && a[p + 2] == '>') {
                    throw markup.failed(p, "]]> outside of a CDATA section", "]]&gt;");
                }
                out.append((char) b);
                p++;
            }
        }
        return out.toString();
    }

    /**
     * Converts a control character: a line end to one line feed and, in attributes, white space to
     * a blank.
     */
    private int control(int at, int to, Kind kind, StringBuilder out) {
        byte b = a[at];
        if (!isWhite(b)) {
            throw markup.failed(
                    at,
                    String.format("the character U+%04X", (int) b),
                    "a character that XML " + "allows");
        }
        if (b == '\r' && at + 1 < to && a[at + 1] == '\n') {
            return at + 1;
        }
        out.append(kind == Kind.ATTRIBUTE ? ' ' : b == '\r' ? '\n' : (char) b);
        return at + 1;
    }

    private int readNonAscii(int at, int to, StringBuilder out) {
        if (latin1) {
            out.append((char) (a[at] & 0xFF));
            return at + 1;
        }
        int lead = a[at] & 0xFF;
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        int c = lead & 0xFF >> length + 1;
        boolean good = lead >= 0xC2 && lead < 0xF5 && at + length <= to;
        for (int i = 1; i < length && good; i++) {
            good = (a[at + i] & 0xC0) == 0x80;
            c = c << 6 | a[at + i] & 0x3F;
        }
        // Overlong forms of three and four bytes.
        good &= length == 2 || length == 3 && c >= 0x800 || length == 4 && c >= 0x10000;
        if (!good) {
            throw markup.failed(
                    at,
                    String.format("the byte X'%02X', which does not begin a character", lead),
                    "UTF-8");
        }
        if (!Characters.isLegal(c)) {
            throw markup.failed(
                    at, String.format("the character U+%04X", c), "a character that XML allows");
        }
        out.appendCodePoint(c);
        return at + length;
    }

    private int reference(int at, int to, StringBuilder out) {
        int end = at + 1;
        while (end < to && a[end] != ';' && end - at < 64 && a[end] != '&' && !isWhite(a[end])) {
            end++;
        }
        if (end == to || a[end] != ';') {
            throw markup.failed(
                    at,
                    markup.shown(at),
                    "a reference that ends in ; (a plain & is written &amp;)");
        }
        String name = markup.text(at + 1, end);
        if (name.startsWith("#")) {
            out.appendCodePoint(character(at, name));
            return end + 1;
        }
        char c =
                switch (name) {
                    case "lt" -> '<';
                    case "gt" -> '>';
                    case "amp" -> '&';
                    case "quot" -> '"';
                    case "apos" -> '\'';
                    default ->
                            throw markup.failed(
                                    at,
                                    "the undeclared entity &" + name + ";",
                                    "&lt; &gt; &amp; &quot; or &apos;");
                };
        out.append(c);
        return end + 1;
    }

    private int character(int at, String name) {
        boolean hexadecimal = name.startsWith("#x");
        int radix = hexadecimal ? 16 : 10;
        int c = 0;
        int first = hexadecimal ? 2 : 1;
        for (int i = first; i < name.length(); i++) {
            char digit = name.charAt(i);
            int value = digit < 128 ? Character.digit(digit, radix) : -1;
            if (value < 0) {
                throw markup.failed(at, "&" + name + ";", "digits in a character reference");
            }
            c = min(c * radix + value, 0x110000);
        }
        if (name.length() == first || !Characters.isLegal(c)) {
            throw markup.failed(at, "&" + name + ";", "a reference to a character that XML allows");
        }
        return c;
    }
}
