package io.millrace.parsers.header;

import static io.millrace.engine.parser.Ccsid.charset;
import static io.millrace.engine.parser.ParseErrors.cutOff;
import static io.millrace.engine.parser.ParseErrors.unwritable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.HeaderParser.Following;
import io.millrace.engine.parser.ParseErrors;

import java.nio.charset.Charset;

/**
 * Byte layout of a structure of WebSphere MQ: the byte order of its integers and the charset of its
 * characters, which are in ASCII or EBCDIC.
 *
 * @param littleEndian whether integers are little-endian
 * @param characters charset of the structure's own character fields
 */
record Structure(boolean littleEndian, Charset characters) {

    private static final Charset EBCDIC = Charset.forName("Cp037");
    private static final int INTEGER_MASK = 0xF;
    private static final int INTEGER_REVERSED = 2;

    /** The most frequent of the four layouts: big-endian and ASCII. */
    private static final Structure NETWORK = new Structure(false, ISO_8859_1);

    private static final Structure REVERSED = new Structure(true, ISO_8859_1);

    /**
     * Returns the layout of an existing structure. The code page is taken from the structure's
     * identifier, not from a CCSID, because structures are always in ASCII or EBCDIC.
     *
     * @param id identifier of the structure, 4 characters
     */
    static Structure of(Bytes bytes, String id, String domain, int encoding) {
        if (bytes.length() < 4) {
            throw cutOff(domain, bytes.length(), "the structure identifier '" + id + "'");
        }
        boolean little = isLittleEndian(encoding);
        Bytes found = bytes.slice(0, 4);
        if (found.text(ISO_8859_1).equals(id)) {
            return little ? REVERSED : NETWORK;
        }
        if (found.text(EBCDIC).equals(id)) {
            return new Structure(little, EBCDIC);
        }
        throw ParseErrors.header(
                domain,
                0,
                "found "
                        + found
                        + ", expected the structure identifier '"
                        + id
                        + "', as the header before announces it");
    }

    /**
     * Whether the format, CCSID and encoding that a header declares match the next structure.
     *
     * @param next expected values; null for any
     */
    static boolean announces(Following specified, Following next) {
        return next == null
                || next.format().equals(specified.format())
                        && (next.ccsid() == specified.ccsid() || next.ccsid() == 0)
                        && (next.encoding() == specified.encoding() || next.encoding() == 0);
    }

    /** Returns the layout of a structure to be written. */
    static Structure of(int ccsid, int encoding) {
        return new Structure(isLittleEndian(encoding), isEbcdic(ccsid) ? EBCDIC : ISO_8859_1);
    }

    static boolean isLittleEndian(int encoding) {
        return (encoding & INTEGER_MASK) == INTEGER_REVERSED;
    }

    private static boolean isEbcdic(int ccsid) {
        if (ccsid <= 0 || ccsid == 1208 || ccsid == 819 || !Ccsid.isKnown(ccsid)) {
            return false;
        }
        return Ccsid.isEbcdic(charset(ccsid));
    }

    int int32(Bytes bytes, int offset) {
        int value =
                (bytes.at(offset) & 0xFF) << 24
                        | (bytes.at(offset + 1) & 0xFF) << 16
                        | (bytes.at(offset + 2) & 0xFF) << 8
                        | bytes.at(offset + 3) & 0xFF;
        return littleEndian ? Integer.reverseBytes(value) : value;
    }

    long int64(Bytes bytes, int offset) {
        long first = Integer.toUnsignedLong(int32(bytes, offset));
        long second = Integer.toUnsignedLong(int32(bytes, offset + 4));
        return littleEndian ? second << 32 | first : first << 32 | second;
    }

    /**
     * Returns a character field unchanged, including padding. NULs are converted to blanks, because
     * C programs pad with NULs.
     */
    String text(Bytes bytes, int offset, int length) {
        return bytes.slice(offset, offset + length).text(characters).replace('\0', ' ');
    }

    void int32(ByteSink out, int value) {
        out.int32(value, littleEndian);
    }

    void int64(ByteSink out, long value) {
        int32(out, (int) (littleEndian ? value : value >>> 32));
        int32(out, (int) (littleEndian ? value >>> 32 : value));
    }

    /**
     * Writes a character field, padded with blanks.
     *
     * @throws MillraceException with WRITE_FAILED if the text is too long or contains characters
     *     that the field cannot contain
     */
    void text(ByteSink out, String text, int length, String field) {
        byte[] bytes = HeaderFields.padded(text.stripTrailing(), length).getBytes(characters);
        if (bytes.length != length || !characters.newEncoder().canEncode(text)) {
            throw unwritable(
                    field,
                    "found '" + text + "', expected at most " + length + " Latin characters");
        }
        out.write(bytes);
    }

    /** Overwrites an integer that was written before. */
    void patch(ByteSink out, int index, int value) {
        int v = littleEndian ? Integer.reverseBytes(value) : value;
        for (int i = 0; i < 4; i++) {
            out.set(index + i, v >>> 24 - 8 * i);
        }
    }
}
