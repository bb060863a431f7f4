package io.millrace.parsers.mrm.cwf;

/**
 * What is known, before a message comes, of a position in it: its remainder.
 *
 * @param modulus a power of two; 1 where nothing is known
 */
record Phase(int remainder, int modulus) {

    static final Phase START = new Phase(0, 16);
    static final Phase UNKNOWN = new Phase(0, 1);

    Phase advance(long bytes) {
        return new Phase((int) ((remainder + bytes) % modulus), modulus);
    }

    /** How many bytes there are to the next multiple; negative where that is not known. */
    int fill(int alignment) {
        return alignment == 1
                ? 0
                : modulus % alignment != 0 ? -1 : (alignment - remainder % alignment) % alignment;
    }

    /** The position of the next multiple. */
    Phase align(int alignment) {
        int fill = fill(alignment);
        return fill < 0 ? new Phase(0, alignment) : advance(fill);
    }

    /** Whether positions of this and of another phase are the same, as far as alignment goes. */
    boolean isSame(Phase other, int alignment) {
        return modulus % alignment == 0
                && other.modulus % alignment == 0
                && remainder % alignment == other.remainder % alignment;
    }
}
