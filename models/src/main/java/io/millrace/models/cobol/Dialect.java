package io.millrace.models.cobol;

import static java.lang.Math.log10;
import static java.lang.Math.min;

import io.millrace.parsers.model.Word;

import java.util.stream.IntStream;

/**
 * A COBOL compiler. Compilers differ in the size of binary numbers and in their alignment by
 * SYNCHRONIZED. The command line has the same words.
 */
public enum Dialect implements Word {
    /** IBM Enterprise COBOL: 2, 4 or 8 bytes; SYNCHRONIZED aligns to 4 at most. */
    IBM,
    /** Fujitsu NetCOBOL: the same as {@link #IBM}. */
    FUJITSU,
    /** Micro Focus: the smallest number of bytes for the digits; SYNCHRONIZED has no effect. */
    MICRO_FOCUS,
    /**
     * GnuCOBOL with its default configuration: 1, 2, 4, 8 or 16 bytes; SYNCHRONIZED aligns to the
     * size.
     */
    GNU,
    /**
     * GnuCOBOL with the configurations {@code mvs} and {@code ibm}: 2, 4, 8 or 16 bytes;
     * SYNCHRONIZED aligns to the size.
     */
    GNU_MVS;

    private static final int MAX_BYTES = 16;
    private static final int WORD_BYTES = 4;

    /** Returns the maximum number of digits of a binary number. */
    int maxBinaryDigits() {
        return switch (this) {
            case IBM, FUJITSU -> 18;
            case MICRO_FOCUS, GNU, GNU_MVS -> 38;
        };
    }

    /** Returns the number of bytes of a COMP, COMP-4, COMP-5 or BINARY item. */
    int binaryBytes(int digits, boolean signed) {
        return switch (this) {
            case IBM, FUJITSU, GNU_MVS -> words(digits);
            case GNU -> digits <= 2 ? 1 : words(digits);
            case MICRO_FOCUS ->
                    IntStream.range(1, MAX_BYTES)
                            .filter(bytes -> digits <= digits(8 * bytes - (signed ? 1 : 0)))
                            .findFirst()
                            .orElse(MAX_BYTES);
        };
    }

    private static int words(int digits) {
        return digits <= 4 ? 2 : digits <= 9 ? 4 : digits <= 18 ? 8 : MAX_BYTES;
    }

    /** Returns the number of digits that fit into a number of bits. */
    private static int digits(int bits) {
        return (int) (bits * log10(2));
    }

    /** Returns the alignment of a SYNCHRONIZED binary number with a number of bytes. */
    int alignment(int bytes) {
        return switch (this) {
            case MICRO_FOCUS -> 1;
            case IBM, FUJITSU -> min(WORD_BYTES, bytes);
            case GNU, GNU_MVS -> bytes;
        };
    }
}
