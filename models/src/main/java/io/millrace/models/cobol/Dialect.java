package io.millrace.models.cobol;

import static java.lang.Math.log10;
import static java.lang.Math.min;

import io.millrace.parsers.model.Word;

import java.util.stream.IntStream;

/**
 * Compilers differ in how many bytes binary numbers have. The words are those of the command line.
 */
public enum Dialect implements Word {
    /** IBM Enterprise COBOL: 2, 4 or 8 bytes; SYNCHRONIZED aligns to 4 at most. */
    IBM,
    /** Fujitsu: the same sizes; SYNCHRONIZED aligns 8 bytes to 8. */
    FUJITSU,
    /** Micro Focus: as many bytes as the digits need; SYNCHRONIZED aligns nothing. */
    MICRO_FOCUS,
    /** GnuCOBOL with its default configuration: 1, 2, 4 or 8 bytes. */
    GNU;

    private static final int MAX_BYTES = 8;

    /** Returns the bytes of a COMP, COMP-4, COMP-5 or BINARY item. */
    int binaryBytes(int digits, boolean signed) {
        return switch (this) {
            case IBM, FUJITSU -> digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
            case GNU -> digits <= 2 ? 1 : digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
            case MICRO_FOCUS ->
                    IntStream.range(1, MAX_BYTES)
                            .filter(bytes -> digits <= digits(8 * bytes - (signed ? 1 : 0)))
                            .findFirst()
                            .orElse(MAX_BYTES);
        };
    }

    /** Returns how many digits so many bits can hold. */
    private static int digits(int bits) {
        return (int) (bits * log10(2));
    }

    /** Returns the alignment of a SYNCHRONIZED binary number with a number of bytes. */
    int alignment(int bytes) {
        return switch (this) {
            case MICRO_FOCUS -> 1;
            case FUJITSU -> min(8, Integer.highestOneBit(bytes));
            case IBM, GNU -> min(4, Integer.highestOneBit(bytes));
        };
    }
}
