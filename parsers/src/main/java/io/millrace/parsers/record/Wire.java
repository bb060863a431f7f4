package io.millrace.parsers.record;

import static io.millrace.engine.parser.Ccsid.charset;
import static io.millrace.parsers.model.DefaultEncoding.ByteOrder.LITTLE_ENDIAN;
import static io.millrace.parsers.model.DefaultEncoding.FloatFormat.IEEE;
import static io.millrace.parsers.model.DefaultEncoding.FloatFormat.IEEE_REVERSED;

import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.DefaultEncoding.FloatFormat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Encoding of strings and numbers in one message. Immutable; created once for each pair of CCSID
 * and Encoding.
 *
 * @param ccsid coded character set identifier
 * @param encoding encoding of numbers, as in MQMD.Encoding
 * @param text encoder and decoder of the coded character set
 * @param integersReversed whether binary integers are little-endian
 * @param packedReversed whether the bytes of packed decimals are reversed
 * @param floats representation of floating point numbers
 */
public record Wire(
        int ccsid,
        int encoding,
        TextCode text,
        boolean integersReversed,
        boolean packedReversed,
        FloatFormat floats) {

    private static final int REVERSED = 2;
    private static final int S390 = 3;

    /**
     * Cache of the encodings, by CCSID and Encoding. It is cleared when it contains MAX_KNOWN
     * entries.
     */
    private static final Map<Long, Wire> KNOWN = new ConcurrentHashMap<>();

    private static final int MAX_KNOWN = 1_000;

    /** The encodings requested last. A thread can see an older entry, which is also valid. */
    private static final Wire[] LATELY = new Wire[64];

    /**
     * Returns the encoding that a message's headers specify; the model's defaults if they do not.
     *
     * @param ccsid coded character set; 0 for the default
     * @param encoding sum of MQENC values (integer 1 or 2, packed decimal 16 or 32, float 256, 512
     *     or 768); 0 for a part means the default
     * @throws io.millrace.engine.error.MillraceException with BAD_CCSID if the CCSID is unknown
     */
    public static Wire of(int ccsid, int encoding, DefaultEncoding standard) {
        int set = ccsid == 0 ? standard.ccsid() : ccsid;
        int full = encoding;
        if ((full & 0xF) == 0) {
            full |= standard.byteOrder() == LITTLE_ENDIAN ? 2 : 1;
        }
        if ((full & 0xF0) == 0) {
            full |= standard.packedByteOrder() == LITTLE_ENDIAN ? 0x20 : 0x10;
        }
        if ((full & 0xF00) == 0) {
            full |= (standard.floatFormat().ordinal() + 1) << 8;
        }
        int slot = (set * 31 + full) & LATELY.length - 1;
        Wire late = LATELY[slot];
        if (late == null || late.ccsid != set || late.encoding != (full & 0xFFF)) {
            late = known(set, full & 0xFFF);
            LATELY[slot] = late;
        }
        return late;
    }

    private static Wire known(int set, int full) {
        long key = (long) set << 32 | full;
        Wire known = KNOWN.get(key);
        if (known == null) {
            known = make(set, full);
            if (KNOWN.size() >= MAX_KNOWN) {
                KNOWN.clear();
            }
            KNOWN.put(key, known);
        }
        return known;
    }

    private static Wire make(int ccsid, int encoding) {
        int floats = encoding >> 8 & 0xF;
        return new Wire(
                ccsid,
                encoding,
                TextCode.of(charset(ccsid, encoding)),
                (encoding & 0xF) == REVERSED,
                (encoding >> 4 & 0xF) == REVERSED,
                floats == S390 ? FloatFormat.S390 : floats == REVERSED ? IEEE_REVERSED : IEEE);
    }

    /** Returns the length of one or two bytes at an offset. */
    public int prefix(byte[] array, int at, int bytes) {
        int first = array[at] & 0xFF;
        if (bytes == 1) {
            return first;
        }
        int second = array[at + 1] & 0xFF;
        return integersReversed ? second << 8 | first : first << 8 | second;
    }
}
