package io.millrace.engine.parser;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;

/**
 * A single-byte EBCDIC code page with the standard line ends: X'15' is NEL (U+0085), X'25' is LF
 * (U+000A), as in the tables of IBM and ICU. Java maps both bytes of most code pages to LF, so text
 * would not be written as it was read. All other characters are the same as in Java's charset.
 */
final class EbcdicCharset extends Charset {

    /** A question mark, which has the same byte in all EBCDIC code pages. */
    private static final byte[] QUESTION_MARK = {0x6F};

    private static final int NEW_LINE = 0x15;
    private static final int LINE_FEED = 0x25;
    private static final char NEL = '\u0085';
    private static final char UNKNOWN = '\uFFFD';
    private static final short NONE = -1;

    /** Characters are looked up in tables of this many characters. */
    private static final int PAGE = 256;

    private final Charset javas;

    /** The character of each byte; {@link #UNKNOWN} if the code page has no character for it. */
    private final char[] characters;

    /** The bytes of characters, by the high and the low byte of the character; or NONE. */
    private final short[][] codes = new short[PAGE][];

    private EbcdicCharset(Charset javas, char[] characters) {
        super(javas.name(), javas.aliases().toArray(String[]::new));
        this.javas = javas;
        this.characters = characters;
        for (int i = 0; i < PAGE; i++) {
            char c = characters[i];
            if (c == UNKNOWN) {
                continue;
            }
            short[] page = codes[c >> 8];
            if (page == null) {
                page = new short[PAGE];
                Arrays.fill(page, NONE);
                codes[c >> 8] = page;
            }
            boolean isLineEnd = i == NEW_LINE || i == LINE_FEED;
            // For characters with two bytes, Java's table contains the byte to write.
            page[c & 0xFF] = (short) (isLineEnd ? i : String.valueOf(c).getBytes(javas)[0] & 0xFF);
        }
    }

    /** Returns an EBCDIC charset with standard line ends; any other charset unchanged. */
    static Charset standard(Charset charset) {
        boolean isSingleByte =
                charset.canEncode()
                        && charset.newEncoder().maxBytesPerChar() <= 1
                        && charset.newDecoder().maxCharsPerByte() <= 1;
        if (!isSingleByte || !Ccsid.isEbcdic(charset)) {
            return charset;
        }
        byte[] all = new byte[PAGE];
        for (int i = 0; i < PAGE; i++) {
            all[i] = (byte) i;
        }
        char[] characters = new String(all, charset).toCharArray();
        characters[NEW_LINE] = NEL;
        characters[LINE_FEED] = '\n';
        return new EbcdicCharset(charset, characters);
    }

    @Override
    public boolean contains(Charset other) {
        return javas.contains(other);
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new CharsetDecoder(this, 1, 1) {
            @Override
            protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
                return characters(in, out);
            }
        };
    }

    @Override
    public CharsetEncoder newEncoder() {
        return new CharsetEncoder(this, 1, 1, QUESTION_MARK.clone()) {
            @Override
            public boolean isLegalReplacement(byte[] replacement) {
                // The implementation of the JDK creates a decoder for each encoder.
                return replacement.length == 1;
            }

            @Override
            protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                return bytes(in, out);
            }
        };
    }

    private CoderResult characters(ByteBuffer in, CharBuffer out) {
        while (in.hasRemaining()) {
            if (!out.hasRemaining()) {
                return CoderResult.OVERFLOW;
            }
            char c = characters[in.get(in.position()) & 0xFF];
            if (c == UNKNOWN) {
                return CoderResult.unmappableForLength(1);
            }
            in.get();
            out.put(c);
        }
        return CoderResult.UNDERFLOW;
    }

    private CoderResult bytes(CharBuffer in, ByteBuffer out) {
        while (in.hasRemaining()) {
            char c = in.get(in.position());
            int code = code(c);
            if (code == NONE) {
                return unmappable(in, c);
            }
            if (!out.hasRemaining()) {
                return CoderResult.OVERFLOW;
            }
            in.get();
            out.put((byte) code);
        }
        return CoderResult.UNDERFLOW;
    }

    private int code(char c) {
        short[] page = codes[c >> 8];
        return page == null ? NONE : page[c & 0xFF];
    }

    private static CoderResult unmappable(CharBuffer in, char c) {
        if (!Character.isSurrogate(c)) {
            return CoderResult.unmappableForLength(1);
        }
        if (Character.isLowSurrogate(c)) {
            return CoderResult.malformedForLength(1);
        }
        if (in.remaining() == 1) {
            return CoderResult.UNDERFLOW;
        }
        boolean isPair = Character.isLowSurrogate(in.get(in.position() + 1));
        return isPair ? CoderResult.unmappableForLength(2) : CoderResult.malformedForLength(1);
    }
}
