package io.millrace.parsers.validation;

import java.util.List;

/** A part of a regular expression. */
sealed interface PatternNode {

    /** One character of a set of characters. */
    record One(CharacterSet set) implements PatternNode {}

    /** Consecutive parts. */
    record Row(List<PatternNode> parts) implements PatternNode {}

    /** A choice of one or more alternatives. */
    record Either(List<PatternNode> branches) implements PatternNode {}

    /**
     * A repeated part.
     *
     * @param max maximum number of repetitions; negative for no maximum
     */
    record Repeat(PatternNode part, int min, int max) implements PatternNode {}
}
