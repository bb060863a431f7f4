package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.BAD_CCSID;
import static io.millrace.engine.parser.Ccsid.charset;
import static io.millrace.parsers.xml.Characters.isWhite;

import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Detection of the charset of a document.
 *
 * <p>The CCSID of the bytes has precedence over the declaration in the document: a queue manager
 * converts messages according to the CCSID and does not change the declaration (RFC 7303 gives a
 * charset parameter the same precedence). Only the byte order of UTF-16 is taken from a byte order
 * mark. Without a CCSID: the byte order mark, then the declaration, then UTF-8 (XML 1.0, appendix
 * F).
 */
final class Encodings {

    private static final Map<Charset, Boolean> LIKE_ASCII = new ConcurrentHashMap<>();
    private static final Charset EBCDIC = Charset.forName("IBM037");

    /** Maximum length of a declaration. */
    private static final int DECLARATION = 256;

    private Encodings() {}

    /**
     * Returns the charset of a body: the charset of the CCSID or, if the CCSID is 0, the charset
     * detected in the body.
     */
    static Charset of(Bytes body, int ccsid, int encoding) {
        Charset marked = mark(body);
        if (ccsid != 0) {
            Charset specified = charset(ccsid, encoding);
            return isUtf16(specified) && marked != null && isUtf16(marked) ? marked : specified;
        }
        if (marked != null) {
            return marked;
        }
        int first =
                body.length() < 4
                        ? 0
                        : body.at(0) << 24
                                | (body.at(1) & 0xFF) << 16
                                | (body.at(2) & 0xFF) << 8
                                | body.at(3) & 0xFF;
        if (first >>> 16 == 0x003C) {
            return UTF_16BE;
        }
        if (first >>> 16 == 0x3C00) {
            return UTF_16LE;
        }
        if (first == 0x4C6FA794) {
            return declared(head(body, EBCDIC), EBCDIC);
        }
        Charset specified = declared(head(body, ISO_8859_1), UTF_8);
        // Bytes that show an ASCII declaration are not in UTF-16, whatever it specifies.
        return isUtf16(specified) ? UTF_8 : specified;
    }

    /**
     * Returns the charset that the byte order mark indicates; null if the body has no byte order
     * mark.
     */
    private static Charset mark(Bytes body) {
        if (body.length() < 2) {
            return null;
        }
        int two = (body.at(0) & 0xFF) << 8 | body.at(1) & 0xFF;
        if (two == 0xFEFF) {
            return UTF_16BE;
        }
        if (two == 0xFFFE) {
            return UTF_16LE;
        }
        boolean utf8 = two == 0xEFBB && body.length() > 2 && body.at(2) == (byte) 0xBF;
        return utf8 ? UTF_8 : null;
    }

    static boolean isUtf16(Charset charset) {
        return charset.name().startsWith("UTF-16");
    }

    /** Whether a charset can write every character. */
    static boolean isUnicode(Charset charset) {
        return charset.name().startsWith("UTF-") || charset.name().equals("GB18030");
    }

    /**
     * Whether bytes below 128 have their ASCII meaning unless they are part of a multi-byte
     * character.
     */
    static boolean isLikeAscii(Charset charset) {
        return LIKE_ASCII.computeIfAbsent(
                charset,
                c -> {
                    if (c.name().startsWith("ISO-2022")
                            || c.name().startsWith("x-ISO-2022")
                            || isUtf16(c)) {
                        return false;
                    }
                    byte[] all = new byte[128];
                    for (int i = 0; i < 128; i++) {
                        all[i] = (byte) i;
                    }
                    return new String(all, c).equals(new String(all, US_ASCII));
                });
    }

    private static String head(Bytes body, Charset charset) {
        return body.slice(0, min(DECLARATION, body.length())).text(charset);
    }

    private static Charset declared(String head, Charset otherwise) {
        int end = head.indexOf("?>");
        if (!head.startsWith("<?xml") || end < 0) {
            return otherwise;
        }
        int at = head.indexOf("encoding");
        if (at < 0 || at > end) {
            return otherwise;
        }
        int open = at + "encoding".length();
        while (open < end && (isWhite(head.charAt(open)) || head.charAt(open) == '=')) {
            open++;
        }
        int close = head.indexOf(head.charAt(open), open + 1);
        if (close < 0 || close > end || head.charAt(open) != '"' && head.charAt(open) != '\'') {
            return otherwise;
        }
        String name = head.substring(open + 1, close);
        Charset found = Ccsid.named(name);
        if (found == null) {
            throw MillraceException.of(
                            BAD_CCSID,
                            "the XML declaration specifies encoding \""
                                    + name
                                    + "\", which is not a known character set")
                    .type(ExceptionType.PARSER)
                    .inserts(Insert.of(name))
                    .build();
        }
        return found;
    }
}
