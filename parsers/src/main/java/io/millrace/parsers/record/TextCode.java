package io.millrace.parsers.record;

import static java.lang.Math.max;
import static java.nio.charset.CodingErrorAction.REPLACE;
import static java.nio.charset.CodingErrorAction.REPORT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.parsers.bytes.Words;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A coded character set for fields. Single-byte code pages use tables, other code pages the
 * charsets of Java. Immutable; safe to share between threads.
 */
public final class TextCode {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final char UNKNOWN = '\uFFFD';
    private static final int NONE = -1;

    /** Number of bytes of characters. */
    public enum Width {
        /** One byte. */
        SINGLE,
        /** Two bytes. */
        DOUBLE,
        /** Variable. */
        MIXED
    }

    private final Charset charset;
    private final Width width;

    /** For single-byte code pages: the character of each byte. */
    private final char[] characters;

    /** For single-byte code pages: the bytes of characters below 256, or NONE. */
    private final short[] codes;

    /** The Latin-1 character of each byte if all characters are in Latin-1; otherwise null. */
    private final byte[] latin;

    /** Whether bytes up to X'7F' are always ASCII characters. */
    private final boolean isAsciiPlain;

    /**
     * The bytes of each ASCII character, for padding and markup; null if the code page does not
     * contain the character.
     */
    private final byte[][] ascii = new byte[128][];

    /** The byte of each ASCII character; NONE if it is not a single byte. */
    private final short[] singles = new short[128];

    private TextCode(Charset charset) {
        this.charset = charset;
        char[] table = singleByte(charset);
        width = table != null ? Width.SINGLE : isDouble(charset) ? Width.DOUBLE : Width.MIXED;
        characters = table;
        codes = table == null ? null : codes(table);
        isAsciiPlain = table == null ? charset == UTF_8 : isAscii(table);
        latin = table == null ? null : latin(table);
        for (int i = 0; i < ascii.length; i++) {
            ascii[i] = encode(Character.toString(i));
            singles[i] = single(ascii[i]);
        }
    }

    static TextCode of(Charset charset) {
        return new TextCode(charset);
    }

    private static short single(byte[] character) {
        return (short) (character != null && character.length == 1 ? character[0] & 0xFF : NONE);
    }

    private static char[] singleByte(Charset charset) {
        if (charset.newDecoder().maxCharsPerByte() > 1
                || charset.canEncode() && charset.newEncoder().maxBytesPerChar() > 1) {
            return null;
        }
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        String text = new String(all, charset);
        return text.length() == 256 ? text.toCharArray() : null;
    }

    private static boolean isDouble(Charset charset) {
        return charset.name().startsWith("UTF-16")
                || charset.canEncode()
                        && charset.newEncoder().maxBytesPerChar() == 2
                        && charset.encode("A").remaining() != 1;
    }

    private static short[] codes(char[] table) {
        short[] codes = new short[256];
        Arrays.fill(codes, (short) NONE);
        for (int i = 255; i >= 0; i--) {
            if (table[i] < 256) {
                codes[table[i]] = (short) i;
            }
        }
        return codes;
    }

    private static boolean isAscii(char[] table) {
        int i = 0;
        while (i < 128 && table[i] == i) {
            i++;
        }
        return i == 128;
    }

    private static byte[] latin(char[] table) {
        byte[] latin = new byte[256];
        for (int i = 0; i < 256; i++) {
            if (table[i] > 255) {
                return null;
            }
            latin[i] = (byte) table[i];
        }
        return latin;
    }

    public Charset charset() {
        return charset;
    }

    public Width width() {
        return width;
    }

    /** Whether digits are the bytes F0 to F9. */
    public boolean isEbcdic() {
        return width == Width.SINGLE && code('0') == 0xF0;
    }

    /**
     * Returns the size of a code unit in bytes: 2 if every character consists of an even number of
     * bytes.
     */
    public int unit() {
        return width == Width.DOUBLE ? 2 : 1;
    }

    /**
     * Returns the character of a byte in a single-byte code page; U+FFFD if it is not a character.
     */
    public char character(byte b) {
        return characters[b & 0xFF];
    }

    /**
     * Returns the byte of a character in a single-byte code page; a negative number if the code
     * page does not contain the character.
     */
    public int code(int character) {
        if (character < 256) {
            return codes[character];
        }
        for (int i = 0; i < 256; i++) {
            if (characters[i] == character) {
                return i;
            }
        }
        return NONE;
    }

    /**
     * Returns the string for a range of bytes.
     *
     * @throws FieldException if the bytes are invalid
     */
    public String decode(byte[] bytes, int from, int to) {
        if (isAsciiPlain && isAscii(bytes, from, to)) {
            return latin1(bytes, from, to);
        }
        if (width == Width.SINGLE) {
            return latin != null ? latin(bytes, from, to) : table(bytes, from, to);
        }
        String text = new String(bytes, from, to - from, charset);
        if (text.indexOf(UNKNOWN) >= 0) {
            try {
                decoder(REPORT).decode(ByteBuffer.wrap(bytes, from, to - from));
            } catch (CharacterCodingException e) {
                throw new FieldException("text in " + charset.name());
            }
        }
        return text;
    }

    /**
     * Returns the string for a range of bytes without trailing padding bytes.
     *
     * @param fill padding byte, from 0 to 255
     * @throws FieldException if the bytes are invalid
     */
    public String filled(byte[] bytes, int from, int to, int fill) {
        return decode(bytes, from, Padding.filledFrom(bytes, from, to, fill));
    }

    /** Whether a range contains only bytes up to X'7F'. Eight bytes are compared in one step. */
    private static boolean isAscii(byte[] bytes, int from, int to) {
        if (to - from < 8) {
            int all = 0;
            for (int i = from; i < to; i++) {
                all |= bytes[i];
            }
            return all >= 0;
        }
        // The first and the last eight bytes cover most fields, without a loop.
        long all = (long) LONG.get(bytes, from) | (long) LONG.get(bytes, to - 8);
        for (int i = from + 8; i < to - 8; i += 8) {
            all |= (long) LONG.get(bytes, i);
        }
        return (all & 0x8080808080808080L) == 0;
    }

    /** Returns the string for a range of bytes in Latin-1. */
    @SuppressWarnings("deprecation")
    private static String latin1(byte[] bytes, int from, int to) {
        return new String(bytes, 0, from, to - from);
    }

    private String latin(byte[] bytes, int from, int to) {
        if (charset == ISO_8859_1) {
            return latin1(bytes, from, to);
        }
        byte[] characters = new byte[to - from];
        for (int i = from; i < to; i++) {
            characters[i - from] = latin[bytes[i] & 0xFF];
        }
        return new String(characters, ISO_8859_1);
    }

    private String table(byte[] bytes, int from, int to) {
        char[] text = new char[to - from];
        for (int i = from; i < to; i++) {
            char c = characters[bytes[i] & 0xFF];
            if (c == UNKNOWN) {
                throw new FieldException(
                        "text in %s, which has no character for the byte X'%02X'"
                                .formatted(charset.name(), bytes[i]));
            }
            text[i - from] = c;
        }
        return new String(text);
    }

    private CharsetDecoder decoder(CodingErrorAction onError) {
        return charset.newDecoder().onMalformedInput(onError).onUnmappableCharacter(onError);
    }

    /** Returns the bytes of a string; null if the code page does not contain all characters. */
    public byte[] encode(String text) {
        if (width == Width.SINGLE) {
            byte[] bytes = new byte[text.length()];
            for (int i = 0; i < bytes.length; i++) {
                int code = code(text.charAt(i));
                if (code < 0) {
                    return null;
                }
                bytes[i] = (byte) code;
            }
            return bytes;
        }
        if (charset == UTF_8) {
            byte[] bytes = text.getBytes(UTF_8);
            // Half of a surrogate pair is replaced by a question mark.
            boolean whole = Words.find(bytes, 0, bytes.length, (byte) '?') == bytes.length;
            if (whole || !hasSurrogates(text)) {
                return bytes;
            }
        }
        CharsetEncoder encoder =
                charset.newEncoder().onMalformedInput(REPORT).onUnmappableCharacter(REPORT);
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Whether a string contains surrogates. */
    private static boolean hasSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the bytes of a character; null if the code page does not contain the character. The
     * array must not be changed.
     */
    public byte[] encode(int codePoint) {
        return codePoint < ascii.length ? ascii[codePoint] : encode(Character.toString(codePoint));
    }

    /** Returns the byte of a single-byte character; a negative number for other characters. */
    int single(int codePoint) {
        return codePoint < singles.length ? singles[codePoint] : single(encode(codePoint));
    }

    /**
     * Returns the end of a number of characters.
     *
     * @return a negative number if fewer characters precede {@code limit}
     */
    public int skip(byte[] bytes, int from, int limit, int count) {
        if (width != Width.MIXED) {
            long end = from + (long) count * unit();
            return end > limit ? NONE : (int) end;
        }
        return charset == UTF_8
                ? skipUtf8(bytes, from, limit, count)
                : skipMixed(bytes, from, limit, count);
    }

    private static int skipUtf8(byte[] bytes, int from, int limit, int count) {
        int at = from;
        for (int i = 0; i < count; i++) {
            if (at >= limit) {
                return NONE;
            }
            int b = bytes[at] & 0xFF;
            at += b < 0xC0 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
        }
        return at > limit ? NONE : at;
    }

    private int skipMixed(byte[] bytes, int from, int limit, int count) {
        CharsetDecoder decoder = decoder(REPLACE);
        ByteBuffer in = ByteBuffer.wrap(bytes, from, limit - from);
        CharBuffer one = CharBuffer.allocate(2);
        int done = 0;
        while (done < count) {
            int before = in.position();
            one.clear().limit(1);
            decoder.decode(in, one, true);
            if (one.position() == 0 && in.hasRemaining()) {
                one.limit(2);
                decoder.decode(in, one, true);
            }
            if (one.position() == 0 || in.position() == before) {
                return NONE;
            }
            done++;
        }
        return in.position();
    }

    /** Returns the number of bytes of the complete characters within a limit. */
    int wholeCharacters(byte[] bytes, int most) {
        if (width != Width.MIXED) {
            return most - most % unit();
        }
        if (charset == UTF_8) {
            int end = most;
            while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
                end--;
            }
            return end;
        }
        return max(0, starts(bytes, 0, bytes.length).previousSetBit(most));
    }

    /**
     * Whether bytes can be compared without decoding, because the second byte of a character is
     * never the code of another character.
     */
    public boolean isSynchronous() {
        return width == Width.SINGLE || charset == UTF_8;
    }

    /**
     * Returns the start positions of characters, relative to {@code from}, for code pages that are
     * not {@link #isSynchronous}. Each invalid byte counts as a character.
     */
    public BitSet starts(byte[] bytes, int from, int to) {
        BitSet starts = new BitSet(to);
        CharsetDecoder decoder = decoder(REPLACE);
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        CharBuffer one = CharBuffer.allocate(2);
        while (in.hasRemaining()) {
            int before = in.position();
            starts.set(before - from);
            one.clear().limit(1);
            decoder.decode(in, one, false);
            if (one.position() == 0 && in.position() == before) {
                one.limit(2);
                decoder.decode(in, one, false);
            }
            if (in.position() == before) {
                break;
            }
        }
        return starts;
    }

    /** Returns the length of a string in characters. */
    int characters(String text) {
        return width == Width.MIXED ? text.codePointCount(0, text.length()) : text.length();
    }
}
