package io.millrace.parsers.header;

/**
 * The structures of parameters in the programmable command format.
 *
 * @see Mqpcf
 */
enum PcfKind {
    INTEGER(3, 16, "Parameter"),
    STRING(4, 20, "Parameter"),
    INTEGER_LIST(5, 16, "ParameterList"),
    STRING_LIST(6, 24, "ParameterList"),
    BYTES(9, 16, "Parameter"),
    INTEGER_FILTER(13, 20, "Filter"),
    STRING_FILTER(14, 24, "Filter"),
    BYTES_FILTER(15, 20, "Filter"),
    GROUP(20, 16, "Group"),
    INTEGER_64(23, 24, "Parameter64"),
    INTEGER_64_LIST(25, 16, "ParameterList64");

    /** Value of Type. */
    final int type;

    /** Number of bytes without strings, lists and padding. */
    final int fixed;

    /** Name of the element in the tree. */
    final String element;

    PcfKind(int type, int fixed, String element) {
        this.type = type;
        this.fixed = fixed;
        this.element = element;
    }

    /** Returns the kind of a parameter type; null if the type is unknown. */
    static PcfKind of(int type) {
        for (PcfKind kind : values()) {
            if (kind.type == type) {
                return kind;
            }
        }
        return null;
    }

    /** Whether the structure has a fixed length. */
    boolean isFixed() {
        return switch (this) {
            case INTEGER, INTEGER_64, INTEGER_FILTER, GROUP -> true;
            default -> false;
        };
    }
}
