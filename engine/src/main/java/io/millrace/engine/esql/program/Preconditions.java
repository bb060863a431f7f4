package io.millrace.engine.esql.program;

/**
 * Checks of the invariants of records. A violation is a defect of the analysis, never an error in a
 * user's program.
 */
final class Preconditions {

    private Preconditions() {}

    static void unless(boolean sound, String rule) {
        if (!sound) {
            throw new IllegalArgumentException(rule);
        }
    }
}
