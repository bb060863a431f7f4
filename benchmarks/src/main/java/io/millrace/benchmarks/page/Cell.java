package io.millrace.benchmarks.page;

import java.util.Objects;

/** A cell of a table. */
public record Cell(String words, Tone tone) {

    /** How a cell is coloured where there are colours; the words say the same. */
    public enum Tone {
        PLAIN,
        GOOD,
        FAIR,
        BAD,
        /** Said in passing: what was not measured. */
        MUTED
    }

    public Cell {
        Objects.requireNonNull(words);
        Objects.requireNonNull(tone);
    }

    public static Cell of(String words) {
        return new Cell(words, Tone.PLAIN);
    }
}
