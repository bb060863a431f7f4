package io.millrace.engine.parser;

import static java.util.Map.entry;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * IBM's coded character set identifiers as Java charsets. Safe for use by several threads.
 *
 * <p>Most identifiers are part of the name of a charset ({@code Cp037}, {@code IBM01140}, {@code
 * x-IBM943}). The table contains the other identifiers (IBM Character Data Representation
 * Architecture, appendix C). In single-byte EBCDIC code pages, X'15' is NEL (U+0085) and X'25' is
 * LF, as in IBM's tables; Java's charsets map both to LF.
 */
public final class Ccsid {

    public static final int UTF_8 = 1208;

    /** UTF-16 in the byte order of the Encoding field. */
    public static final int UTF_16 = 1200;

    /** If bit 0x02 of the integer digit of an Encoding is set, integers are little-endian. */
    private static final int INTEGER_MASK = 0xF;

    private static final int INTEGER_REVERSED = 2;

    static final Map<Integer, String> NAMED =
            Map.ofEntries(
                    entry(UTF_8, "UTF-8"),
                    entry(1209, "UTF-8"),
                    entry(UTF_16, "UTF-16BE"),
                    entry(1201, "UTF-16BE"),
                    entry(1202, "UTF-16LE"),
                    entry(1203, "UTF-16LE"),
                    entry(1204, "UTF-16"),
                    entry(13488, "UTF-16BE"),
                    entry(17584, "UTF-16BE"),
                    entry(1232, "UTF-32BE"),
                    entry(1234, "UTF-32LE"),
                    entry(367, "US-ASCII"),
                    entry(813, "ISO-8859-7"),
                    entry(819, "ISO-8859-1"),
                    entry(912, "ISO-8859-2"),
                    entry(913, "ISO-8859-3"),
                    entry(914, "ISO-8859-4"),
                    entry(915, "ISO-8859-5"),
                    entry(916, "ISO-8859-8"),
                    entry(920, "ISO-8859-9"),
                    entry(921, "ISO-8859-13"),
                    entry(923, "ISO-8859-15"),
                    entry(1089, "ISO-8859-6"),
                    entry(878, "KOI8-R"),
                    entry(1168, "KOI8-U"),
                    entry(932, "x-IBM942"),
                    entry(954, "EUC-JP"),
                    entry(5039, "x-IBM943"),
                    entry(5050, "EUC-JP"),
                    entry(5054, "ISO-2022-JP"),
                    entry(1386, "GBK"),
                    entry(1392, "GB18030"),
                    entry(5488, "GB18030"),
                    entry(5346, "windows-1250"),
                    entry(5347, "windows-1251"),
                    entry(5348, "windows-1252"),
                    entry(5349, "windows-1253"),
                    entry(5350, "windows-1254"),
                    entry(5351, "windows-1255"),
                    entry(5352, "windows-1256"),
                    entry(5353, "windows-1257"),
                    entry(5354, "windows-1258"),
                    entry(9030, "IBM-Thai"),
                    entry(838, "IBM-Thai"),
                    entry(9066, "x-IBM874"),
                    entry(5123, "x-IBM930"),
                    entry(5035, "x-IBM939"),
                    entry(5026, "x-IBM930"),
                    entry(9044, "IBM852"));

    private static final List<String> PATTERNS =
            List.of("Cp%03d", "IBM%05d", "IBM%03d", "x-IBM%d", "windows-%d");

    /**
     * Charsets by identifier. Unknown identifiers are not cached, so the number of CCSIDs that Java
     * supports limits the size.
     */
    private static final Map<Integer, Charset> FOUND = new ConcurrentHashMap<>();

    private static final Map<Charset, Integer> BACK =
            Map.of(
                    StandardCharsets.UTF_8, UTF_8,
                    StandardCharsets.UTF_16BE, UTF_16,
                    StandardCharsets.UTF_16LE, 1202,
                    StandardCharsets.UTF_16, 1204,
                    StandardCharsets.ISO_8859_1, 819,
                    StandardCharsets.US_ASCII, 367);

    private Ccsid() {}

    /**
     * Returns the charset of an identifier. Identifier 1200 is big-endian.
     *
     * @throws MillraceException with BAD_CCSID if the identifier is unknown
     */
    public static Charset charset(int ccsid) {
        if (ccsid == UTF_8) {
            return StandardCharsets.UTF_8;
        }
        Charset known = FOUND.get(ccsid);
        return known != null ? known : look(ccsid);
    }

    /**
     * Returns the charset of an identifier. The Encoding determines the byte order of 1200
     * (UTF-16).
     *
     * @throws MillraceException with BAD_CCSID if the identifier is unknown
     */
    public static Charset charset(int ccsid, int encoding) {
        return ccsid == UTF_16 && (encoding & INTEGER_MASK) == INTEGER_REVERSED
                ? StandardCharsets.UTF_16LE
                : charset(ccsid);
    }

    /** Whether an identifier has a charset. */
    public static boolean isKnown(int ccsid) {
        return FOUND.containsKey(ccsid) || find(ccsid) != null;
    }

    /** Returns an identifier of a charset; empty if none is known. */
    public static OptionalInt of(Charset charset) {
        Integer known = BACK.get(charset);
        if (known != null) {
            return OptionalInt.of(known);
        }
        for (Map.Entry<Integer, String> e : NAMED.entrySet()) {
            if (Charset.forName(e.getValue()).equals(charset)) {
                return OptionalInt.of(e.getKey());
            }
        }
        String digits = charset.name().replaceAll("\\D", "");
        if (digits.isEmpty() || digits.length() > 5) {
            return OptionalInt.empty();
        }
        int number = Integer.parseInt(digits);
        return charset.equals(find(number)) ? OptionalInt.of(number) : OptionalInt.empty();
    }

    /** Returns the charset with a name of Java or IANA; null if the name is unknown. */
    public static @Nullable Charset named(String name) {
        Charset found = javas(name);
        return found == null ? null : EbcdicCharset.standard(found);
    }

    /** Whether a charset is EBCDIC, in which X'15' is the line end. */
    public static boolean isEbcdic(Charset charset) {
        return new String(new byte[] {(byte) 0xC1}, charset).equals("A");
    }

    private static Charset look(int ccsid) {
        Charset java = find(ccsid);
        if (java == null) {
            throw new MillraceException(
                    ErrorCode.BAD_CCSID,
                    "the coded character set "
                            + ccsid
                            + """
                             is unknown; expected for example 1208 (UTF-8), 819 (ISO \
                            8859-1), 500 (EBCDIC) or 1200 (UTF-16)\
                            """,
                    Insert.of(ccsid));
        }
        Charset found = EbcdicCharset.standard(java);
        FOUND.put(ccsid, found);
        return found;
    }

    private static @Nullable Charset find(int ccsid) {
        if (ccsid <= 0 || ccsid > 65_535) {
            return null;
        }
        String named = NAMED.get(ccsid);
        if (named != null) {
            return Charset.forName(named);
        }
        for (String pattern : PATTERNS) {
            Charset found = javas(String.format(pattern, ccsid));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Charset javas(String name) {
        try {
            return Charset.forName(name);
        } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
            return null;
        }
    }
}
