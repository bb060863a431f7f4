package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.PARSE_CUT_OFF;
import static io.millrace.engine.error.ErrorCode.PARSE_FAILED;
import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.error.ExceptionType.PARSER;
import static io.millrace.parsers.bytes.Words.below;
import static io.millrace.parsers.bytes.Words.firstByte;
import static io.millrace.parsers.bytes.Words.plainText;

import static java.lang.Math.min;
import static java.nio.charset.CodingErrorAction.REPORT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.Ccsid;
import io.millrace.parsers.bytes.Words;
import io.millrace.parsers.xml.NameCache.Name;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/**
 * The bytes of a document for the scanner, in UTF-8 or Latin-1. If the received bytes have another
 * charset, they are converted once. Finds the ends of XML constructs; creates no elements.
 */
final class Markup {

    /** Line end of documents in EBCDIC. */
    static final char NEL = '\u0085';

    /** The high bits of all bytes of a word. */
    private static final long ALL = 0x8080808080808080L;

    /** Number of bytes to search after a start tag; most end tags are within this range. */
    private static final int NEAR = 64;

    final byte[] a;

    final int from;
    final int to;
    final boolean latin1;
    final Charset charset;
    private final String domain;
    private final boolean decoded;
    private final Limits limits;

    /** Scanner that skips tags; null until the first skip. */
    private TagSkipper passer;

    /**
     * @param body all bytes of the document, including the byte order mark
     * @param domain domain name for error messages
     */
    Markup(Bytes body, Charset charset, String domain, Limits limits) {
        this.charset = charset;
        this.domain = domain;
        this.limits = limits;
        latin1 = charset.equals(ISO_8859_1);
        if (latin1 || charset.equals(UTF_8) || isPlain(body, charset)) {
            a = body.array();
            to = body.end();
            decoded = false;
        } else {
            a = decode(body);
            to = a.length;
            decoded = true;
        }
        int start = decoded ? 0 : body.start();
        boolean marked =
                !latin1
                        && to - start >= 3
                        && a[start] == (byte) 0xEF
                        && a[start + 1] == (byte) 0xBB
                        && a[start + 2] == (byte) 0xBF;
        from = marked ? start + 3 : start;
    }

    private static boolean isPlain(Bytes body, Charset charset) {
        return Encodings.isLikeAscii(charset)
                && Words.ascii(body.array(), body.start(), body.end());
    }

    private byte[] decode(Bytes body) {
        ByteBuffer bytes = ByteBuffer.wrap(body.array(), body.start(), body.length());
        try {
            CharBuffer chars =
                    charset.newDecoder()
                            .onMalformedInput(REPORT)
                            .onUnmappableCharacter(REPORT)
                            .decode(bytes);
            String text = chars.toString();
            if (Ccsid.isEbcdic(charset)) {
                text = text.replace(NEL, '\n');
            }
            return text.getBytes(UTF_8);
        } catch (CharacterCodingException e) {
            int offset = bytes.position() - body.start();
            throw MillraceException.of(
                            PARSE_FAILED,
                            domain
                                    + " body, offset "
                                    + offset
                                    + ": found invalid bytes in "
                                    + charset
                                    + ", the charset of the message")
                    .type(PARSER)
                    .inserts(Insert.of(domain), Insert.of(offset), Insert.of(charset.name()))
                    .build();
        }
    }

    // Errors

    MillraceException failed(int at, String found, String expected) {
        return error(PARSE_FAILED, at, "found " + found + ", expected " + expected);
    }

    /** Returns the error for a prefix that has no declaration or is reserved. */
    MillraceException undeclared(int at, String prefix) {
        return prefix.equals("xmlns")
                ? failed(at, "the prefix xmlns:, which is reserved", "another prefix")
                : failed(
                        at,
                        "the undeclared prefix " + prefix + ":",
                        "a declaration xmlns:"
                                + prefix
                                + "=\"...\" on this tag or an enclosing tag");
    }

    MillraceException cutOff(String expected) {
        return error(PARSE_CUT_OFF, to, "found the end of the message, expected " + expected);
    }

    MillraceException limit(int at, String what, int value) {
        return error(PARSE_LIMIT, at, "found " + what + ", expected at most " + value);
    }

    MillraceException overLimit(int at, String words) {
        return error(PARSE_LIMIT, at, words);
    }

    private MillraceException error(ErrorCode code, int at, String words) {
        int stop = min(at, to);
        String before = text(from, stop);
        int line = 1;
        int lineStart = 0;
        for (int i = before.indexOf('\n'); i >= 0; i = before.indexOf('\n', i + 1)) {
            line++;
            lineStart = i + 1;
        }
        int column = before.length() - lineStart + 1;
        int offset = decoded ? before.getBytes(charset).length : stop - from;
        String where =
                domain
                        + " body, line "
                        + line
                        + ", column "
                        + column
                        + " (offset "
                        + offset
                        + "): ";
        return MillraceException.of(code, where + words)
                .type(PARSER)
                .place(new Place(Source.named(domain + " body"), line, column, 1))
                .inserts(
                        Insert.of(domain),
                        Insert.of(offset),
                        Insert.of(line),
                        Insert.of(column),
                        Insert.of(words))
                .build();
    }

    /** Returns the text at an offset, for error messages. */
    String shown(int at) {
        if (at >= to) {
            return "the end of the message";
        }
        String text = text(at, min(to, at + 12));
        int c = text.codePointAt(0);
        return c < 0x20
                ? String.format("the character U+%04X", c)
                : "\"" + text.lines().findFirst().orElse("") + "\"";
    }

    String text(int start, int end) {
        return new String(a, start, end - start, latin1 ? ISO_8859_1 : UTF_8);
    }

    // Constructs

    int white(int at) {
        int p = at;
        while (p < to && Characters.isWhite(a[p])) {
            p++;
        }
        return p;
    }

    boolean isWhite(int start, int end) {
        return white(start) >= end;
    }

    boolean startsWith(String ascii, int at) {
        if (at + ascii.length() > to) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (a[at + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the end offset of the name at an offset; the offset itself if no name begins there.
     */
    int nameEnd(int at) {
        byte[] b = a;
        int p = at;
        while (p < to && Characters.NAME_BYTE[b[p] & 0xFF]) {
            p++;
        }
        return p;
    }

    /** Maximum length of names in the cache. */
    private static final int MAX_MET = 64;

    /**
     * Returns the start of the end tag that ends at an offset.
     *
     * @param length length of the tag's name
     */
    int endTagStart(int end, int length) {
        int p = end - length - 3;
        while (a[p] != '<') {
            p--;
        }
        return p;
    }

    /**
     * Returns the name of a start tag if it is in the cache, after a complete comparison; otherwise
     * null.
     */
    Name knownName(int start, int end, boolean namespaces) {
        if (end - start > min(limits.nameLength(), MAX_MET)) {
            return null;
        }
        Name name = NameCache.find(a, start, end);
        return name != null && (namespaces ? name.qualified() : name.legal()) ? name : null;
    }

    /**
     * Returns the end of a name in a start tag that has already been scanned, like {@link
     * #nameEnd}.
     */
    int knownNameEnd(int at) {
        int p = at;
        for (int last = to - Words.SIZE; p <= last; p += Words.SIZE) {
            long word = Words.at(a, p);
            long end = below(word, '!') | Words.bytes(word, '>') | Words.bytes(word, '/');
            if (end != 0) {
                return p + firstByte(end);
            }
        }
        return nameEnd(p);
    }

    /** Whether a name can have a length in bytes. */
    boolean allowsName(int length) {
        return length <= limits.nameLength();
    }

    /** Returns the name between two offsets, after a complete comparison. */
    Name name(int start, int end, boolean namespaces) {
        if (!allowsName(end - start)) {
            throw limit(start, "a name of " + (end - start) + " bytes", limits.nameLength());
        }
        Name name = NameCache.of(a, start, end, latin1);
        if (namespaces ? !name.qualified() : !name.legal()) {
            if (end == to) {
                throw cutOff("a name");
            }
            throw failed(
                    start,
                    shown(start),
                    namespaces && name.legal() ? "a name with one colon at most" : "a name");
        }
        return name;
    }

    /** Returns the position after the {@code -->} of the comment that begins at an offset. */
    int commentEnd(int at) {
        int p = at + 4;
        for (; ; ) {
            p = Words.find(a, p, to, (byte) '-');
            if (p + 2 >= to) {
                throw cutOff("--> at the end of the comment");
            }
            if (a[p + 1] == '-') {
                if (a[p + 2] != '>') {
                    throw failed(p, "-- within a comment", "-->");
                }
                return p + 3;
            }
            p++;
        }
    }

    /**
     * Returns the position after the {@code ?>} of the processing instruction that begins at an
     * offset.
     */
    int instructionEnd(int at) {
        return endOf("processing instruction", at + 2, "?>");
    }

    private int endOf(String construct, int from, String end) {
        byte first = (byte) end.charAt(0);
        int p = Words.find(a, from, to, first);
        while (p + end.length() <= to) {
            if (startsWith(end, p)) {
                return p + end.length();
            }
            p = Words.find(a, p + 1, to, first);
        }
        throw cutOff(end + " at the end of the " + construct);
    }

    /**
     * Returns the position after the comment, CDATA section or processing instruction at an offset;
     * -1 if something else follows.
     */
    int specialEnd(int at) {
        if (at + 1 >= to) {
            throw cutOff("a tag");
        }
        if (a[at + 1] == '?') {
            return instructionEnd(at);
        }
        if (a[at + 1] != '!') {
            return -1;
        }
        if (startsWith("<!--", at)) {
            return commentEnd(at);
        }
        if (startsWith("<![CDATA[", at)) {
            return endOf("CDATA section", at + 9, "]]>");
        }
        if (at + 9 > to) {
            throw cutOff("<!-- or <![CDATA[");
        }
        throw failed(at, shown(at), "<!-- or <![CDATA[");
    }

    /**
     * Returns the position after the {@code >} of a tag. The offset must be in the head of the tag
     * and outside quotes.
     */
    int headEnd(int at) {
        byte[] b = a;
        byte quote = 0;
        for (int word = at; word < to; word += Words.SIZE) {
            long hits = word + Words.SIZE <= to ? Words.head(Words.at(b, word)) : ALL;
            for (; hits != 0 && word + firstByte(hits) < to; hits &= hits - 1) {
                int p = word + firstByte(hits);
                byte c = b[p];
                if (quote != 0) {
                    quote = c == quote ? 0 : quote;
                } else if (c == '>') {
                    return p + 1;
                } else if (c == '"' || c == '\'') {
                    quote = c;
                } else if (c == '<') {
                    throw failed(p, "<", "> at the end of the tag before");
                }
            }
        }
        throw cutOff("> at the end of the tag");
    }

    /**
     * Checks that the end tag at an offset matches a start tag.
     *
     * @param at offset of {@code </}
     * @param name offset of the name in the start tag
     * @return the position after the {@code >}
     */
    int endTag(int at, int name, int length) {
        int p = at + 2 + length;
        if (Words.same(a, name, at + 2, length, to)) {
            if (p < to && a[p] == '>') {
                return p + 1;
            }
            int q = white(p);
            if (q > p && q < to && a[q] == '>') {
                return q + 1;
            }
            if (q >= to) {
                throw cutOff("> at the end of </" + text(name, name + length));
            }
        }
        String expected = "</" + text(name, name + length) + ">";
        int found = nameEnd(at + 2);
        if (found >= to) {
            throw cutOff(expected);
        }
        throw failed(at, "</" + text(at + 2, found) + ">", expected);
    }

    /**
     * Returns the position after the end tag at an offset if it matches a start tag and contains
     * only the name; otherwise a negative number.
     */
    int plainEndTag(int at, int name, int length) {
        int p = at + 2 + length;
        return p < to
                        && a[at] == '<'
                        && a[at + 1] == '/'
                        && a[p] == '>'
                        && Words.same(a, name, at + 2, length, to)
                ? p + 1
                : -1;
    }

    /**
     * Returns the end of the plain text that begins at an offset. Only {@link #NEAR} bytes are
     * searched.
     */
    int nearText(int at) {
        return plainText(a, at, min(to, at + NEAR));
    }

    /**
     * Skips the rest of a tag's content, without checks that are not necessary to find its end.
     *
     * @param at position in the content, outside of all markup
     * @param name offset of the tag's name
     * @param length length of the name in bytes
     * @param depth depth of the tag
     * @return the position after the end tag
     */
    int pass(int at, int name, int length, int depth) {
        if (passer == null) {
            passer = new TagSkipper(this, limits.treeDepth());
        }
        return passer.pass(at, name, length, depth);
    }

    MillraceException tooDeep(int at) {
        return limit(at, "more levels of tags", limits.treeDepth());
    }
}
