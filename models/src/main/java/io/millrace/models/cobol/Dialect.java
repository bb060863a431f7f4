package io.millrace.models.cobol;

/**
 * Compilers differ in how many bytes binary numbers have. The words are those of the command line.
 */
public enum Dialect {
    /** IBM Enterprise COBOL: 2, 4 or 8 bytes; SYNCHRONIZED aligns to 4 at most. */
    IBM("ibm"),
    /** Fujitsu: the same sizes; SYNCHRONIZED aligns 8 bytes to 8. */
    FUJITSU("fujitsu"),
    /** Micro Focus: as many bytes as the digits need; SYNCHRONIZED has no effect. */
    MICRO_FOCUS("microFocus"),
    /** GnuCOBOL with its default configuration: 1, 2, 4 or 8 bytes. */
    GNU("gnu");

    /** Number of digits that fit into 1, 2 ... 8 bytes, for numbers with a sign and without. */
    private static final int[] SIGNED = {2, 4, 6, 9, 11, 14, 16, 18};

    private static final int[] UNSIGNED = {2, 4, 7, 9, 12, 14, 16, 19};

    private final String word;

    Dialect(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** Returns the bytes of a COMP, COMP-4, COMP-5 or BINARY item. */
    int binaryBytes(int digits, boolean signed) {
        return switch (this) {
            case IBM, FUJITSU -> digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
            case GNU -> digits <= 2 ? 1 : digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
            case MICRO_FOCUS -> leastBytes(digits, signed ? SIGNED : UNSIGNED);
        };
    }

    private static int leastBytes(int digits, int[] table) {
        int bytes = 1;
        while (bytes < table.length && digits > table[bytes - 1]) {
            bytes++;
        }
        return bytes;
    }

    /** Returns the alignment of a SYNCHRONIZED binary number with a number of bytes. */
    int alignment(int bytes) {
        return switch (this) {
            case MICRO_FOCUS -> 1;
            case FUJITSU -> Math.min(8, Integer.highestOneBit(bytes));
            case IBM, GNU -> Math.min(4, Integer.highestOneBit(bytes));
        };
    }
}
