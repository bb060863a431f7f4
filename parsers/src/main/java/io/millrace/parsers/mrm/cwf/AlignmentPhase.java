package io.millrace.parsers.mrm.cwf;

/**
 * The remainder of a position modulo an alignment, as far as it is known before the message is
 * read.
 *
 * @param modulus a power of two; 1 if the remainder is unknown
 */
record AlignmentPhase(int remainder, int modulus) {

    static final AlignmentPhase START = new AlignmentPhase(0, 16);
    static final AlignmentPhase UNKNOWN = new AlignmentPhase(0, 1);

    AlignmentPhase advance(long bytes) {
        return new AlignmentPhase((int) ((remainder + bytes) % modulus), modulus);
    }

    /**
     * Returns the number of bytes to the next multiple of an alignment; a negative number if
     * unknown.
     */
    int fill(int alignment) {
        return alignment == 1
                ? 0
                : modulus % alignment != 0 ? -1 : (alignment - remainder % alignment) % alignment;
    }

    /** Returns the phase of the next multiple of an alignment. */
    AlignmentPhase align(int alignment) {
        int fill = fill(alignment);
        return fill < 0 ? new AlignmentPhase(0, alignment) : advance(fill);
    }

    /** Whether this phase and another phase result in the same positions for an alignment. */
    boolean isSame(AlignmentPhase other, int alignment) {
        return modulus % alignment == 0
                && other.modulus % alignment == 0
                && remainder % alignment == other.remainder % alignment;
    }
}
