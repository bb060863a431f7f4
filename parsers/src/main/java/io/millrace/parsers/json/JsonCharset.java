package io.millrace.parsers.json;

import static io.millrace.engine.error.ErrorCode.BAD_CCSID;

import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.ParseErrors;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/**
 * Conversion between UTF-8, in which strings are read and written, and the charset of messages. The
 * line ends between the values of an EBCDIC message are NEL.
 */
final class JsonCharset {

    private static final char NEL = '\u0085';

    private JsonCharset() {}

    /**
     * Returns a body in UTF-8 without a byte order mark. A body in UTF-8 is returned unchanged.
     *
     * @param specified charset that is declared for the body. If it is null, the charset is UTF-8,
     *     or UTF-16 if the first bytes indicate it
     */
    static Bytes utf8(Bytes body, Charset specified) {
        Charset charset = specified == null ? detect(body) : specified;
        if (charset.equals(UTF_8)) {
            boolean mark =
                    body.length() >= 3
                            && body.at(0) == (byte) 0xEF
                            && body.at(1) == (byte) 0xBB
                            && body.at(2) == (byte) 0xBF;
            return mark ? body.slice(3, body.length()) : body;
        }
        if (isAsciiCompatible(charset) && isAscii(body)) {
            return body;
        }
        try {
            String text =
                    charset.newDecoder()
                            .decode(ByteBuffer.wrap(body.array(), body.start(), body.length()))
                            .toString();
            if (text.equals("\uFEFF")) {
                throw ParseErrors.failed(
                        "JSON",
                        0,
                        "found only a byte order mark of %s; expected a JSON value"
                                .formatted(charset));
            }
            if (Ccsid.isEbcdic(charset)) {
                text = withLineFeeds(text);
            }
            return Bytes.utf8(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            throw MillraceException.of(
                            BAD_CCSID,
                            "JSON: the bytes are not " + charset + ", the charset of their CCSID")
                    .type(ExceptionType.CONVERSION)
                    .build();
        }
    }

    /** Replaces NEL outside strings by line feeds, which JSON permits there. */
    private static String withLineFeeds(String text) {
        if (text.indexOf(NEL) < 0) {
            return text;
        }
        char[] characters = text.toCharArray();
        boolean inString = false;
        for (int i = 0; i < characters.length; i++) {
            char c = characters[i];
            if (c == '"') {
                inString = !inString;
            } else if (c == '\\' && inString) {
                i++;
            } else if (c == NEL && !inString) {
                characters[i] = '\n';
            }
        }
        return new String(characters);
    }

    private static Charset detect(Bytes body) {
        if (body.length() >= 2) {
            int two = (body.at(0) & 0xFF) << 8 | body.at(1) & 0xFF;
            if (two == 0xFEFF || two > 0 && two < 0x100) {
                return UTF_16BE;
            }
            if (two == 0xFFFE || two != 0 && (two & 0xFF) == 0) {
                return UTF_16LE;
            }
        }
        return UTF_8;
    }

    private static boolean isAsciiCompatible(Charset charset) {
        return charset.contains(US_ASCII)
                && charset.newEncoder().maxBytesPerChar() <= 1.0f
                && "{\"".equals(new String(new byte[] {'{', '"'}, charset));
    }

    private static boolean isAscii(Bytes body) {
        for (int i = body.start(); i < body.end(); i++) {
            if (body.array()[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Encodes UTF-8 text in another charset. Characters that the charset does not contain are
     * escaped; they can occur only in strings.
     */
    static Bytes encode(Bytes utf8, Charset charset) {
        if (charset.equals(UTF_8)) {
            return utf8;
        }
        String text = utf8.text(UTF_8);
        // Strings contain no line feeds.
        CharBuffer in = CharBuffer.wrap(Ccsid.isEbcdic(charset) ? text.replace('\n', NEL) : text);
        CharsetEncoder encoder = charset.newEncoder();
        ByteBuffer out =
                ByteBuffer.allocate((int) min(Integer.MAX_VALUE - 16, in.length() * 2L + 64));
        while (true) {
            CoderResult result = encoder.encode(in, out, true);
            if (result.isUnderflow()) {
                break;
            }
            if (result.isOverflow()) {
                out = grown(out);
                continue;
            }
            StringBuilder escape = new StringBuilder();
            for (int i = 0; i < result.length(); i++) {
                escape.append("\\u%04X".formatted((int) in.get()));
            }
            byte[] bytes = escape.toString().getBytes(charset);
            while (out.remaining() < bytes.length) {
                out = grown(out);
            }
            out.put(bytes);
        }
        while (encoder.flush(out).isOverflow()) {
            out = grown(out);
        }
        return new Bytes(out.array(), 0, out.position());
    }

    private static ByteBuffer grown(ByteBuffer full) {
        ByteBuffer larger = ByteBuffer.allocate(full.capacity() * 2);
        full.flip();
        return larger.put(full);
    }
}
