package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value.IntervalValue;

/** INTERVAL values: their qualifiers, text and arithmetic. */
final class Intervals {

    private Intervals() {}

    /** What stands between the quotes of a literal. */
    static String digits(IntervalValue interval) {
        return interval.text();
    }
}
