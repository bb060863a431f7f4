package io.millrace.parsers.xml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;
import io.millrace.parsers.bytes.Words;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;

/**
 * Output of a document in Latin-1, or in UTF-8 with a final conversion to the requested charset.
 * Checks whether the requested charset contains a character. The line ends of an EBCDIC document
 * are NEL, which {@link Markup} reads as a line feed.
 */
final class MarkupOutput {

    private final ByteSink sink;
    final Charset charset;
    private final boolean latin1;
    private final boolean unicode;
    private final boolean ebcdic;
    private final CharsetEncoder encoder;

    MarkupOutput(Charset charset, int capacity) {
        this.charset = charset;
        sink = new ByteSink(capacity);
        latin1 = charset.equals(ISO_8859_1);
        unicode = Encodings.isUnicode(charset);
        ebcdic = !unicode && !latin1 && Ccsid.isEbcdic(charset);
        encoder = unicode || latin1 ? null : charset.newEncoder();
    }

    int length() {
        return sink.length();
    }

    void ascii(String text) {
        sink.lowBytes(text);
    }

    void ascii(byte[] text, int from, int to) {
        sink.write(text, from, to);
    }

    void write(int asciiByte) {
        sink.write(asciiByte);
    }

    /** Writes an end tag with an ASCII name. */
    void endTag(String name) {
        sink.lowBytes("</", name, '>');
    }

    /** Writes bytes that are already in the charset of this output. */
    void raw(Bytes bytes) {
        if (latin1 || charset.equals(UTF_8)) {
            sink.write(bytes);
        } else {
            character(bytes.text(charset));
        }
    }

    /** Whether the charset contains a character. */
    boolean has(int c) {
        if (unicode || c < 128) {
            return true;
        }
        if (ebcdic && c == Markup.NEL) {
            return false;
        }
        return latin1 ? c < 256 : encoder.canEncode(Character.toString(c));
    }

    private boolean has(String text) {
        return text.codePoints().allMatch(this::has);
    }

    /** Writes a character of the charset. */
    void character(int c) {
        if (c < 128 || latin1) {
            sink.write(c);
        } else if (c < 0x800) {
            sink.write(0xC0 | c >> 6);
            sink.write(0x80 | c & 0x3F);
        } else if (c < 0x10000) {
            sink.write(0xE0 | c >> 12);
            sink.write(0x80 | c >> 6 & 0x3F);
            sink.write(0x80 | c & 0x3F);
        } else {
            sink.write(0xF0 | c >> 18);
            sink.write(0x80 | c >> 12 & 0x3F);
            sink.write(0x80 | c >> 6 & 0x3F);
            sink.write(0x80 | c & 0x3F);
        }
    }

    void character(String text) {
        if (Characters.isAscii(text)) {
            sink.lowBytes(text);
            return;
        }
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            character(c);
            i += Character.charCount(c);
        }
    }

    /**
     * Copies a range of a received document.
     *
     * @return false if the range contains characters that this charset does not contain; then
     *     nothing is written
     */
    boolean copy(Markup source, int from, int to) {
        if (isSame(source, from, to)) {
            sink.write(source.a, from, to);
            return true;
        }
        String text = source.text(from, to);
        if (!has(text)) {
            return false;
        }
        character(text);
        return true;
    }

    /** Whether {@link #copy} would succeed for a range. */
    boolean canCopy(Markup source, int from, int to) {
        return isSame(source, from, to) || has(source.text(from, to));
    }

    private boolean isSame(Markup source, int from, int to) {
        boolean sameView = source.latin1 == latin1;
        return sameView && (unicode || latin1 || source.charset.equals(charset))
                || Words.ascii(source.a, from, to);
    }

    /** Returns the whole output in the requested charset. */
    Bytes bytes() throws CharacterCodingException {
        Bytes written = sink.bytes();
        boolean done = latin1 || charset.equals(UTF_8);
        if (done
                || Encodings.isLikeAscii(charset)
                        && Words.ascii(written.array(), written.start(), written.end())) {
            return written;
        }
        String text = written.text(UTF_8);
        if (ebcdic) {
            text = text.replace('\n', Markup.NEL);
        }
        ByteBuffer out = charset.newEncoder().encode(CharBuffer.wrap(text));
        return new Bytes(
                out.array(), out.arrayOffset() + out.position(), out.arrayOffset() + out.limit());
    }
}
