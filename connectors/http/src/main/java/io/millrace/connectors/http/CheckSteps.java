package io.millrace.connectors.http;

import com.networknt.schema.SchemaException;

import java.util.function.Supplier;

/**
 * The steps of a check of a value against a schema. The number of steps is limited, because
 * recursive schemas, patterns and formats can take a disproportionately long time.
 */
final class CheckSteps {

    /** Maximum number of steps for each character of a body or a parameter. */
    private static final int STEPS_PER_CHARACTER = 50;

    private static final int MIN_STEPS = 1_000_000;

    private static final ScopedValue<CheckSteps> CURRENT = ScopedValue.newInstance();

    /** Thrown if a check exceeds the maximum number of steps. */
    static final class TooManySteps extends SchemaException {
        private static final long serialVersionUID = 1L;

        TooManySteps() {
            super("the check against the schema needs too many steps for this value");
        }
    }

    private long left;

    private CheckSteps(long characters) {
        left = MIN_STEPS + STEPS_PER_CHARACTER * characters;
    }

    /**
     * Runs a check with a limit.
     *
     * @param characters number of characters that are checked
     * @throws TooManySteps if the check exceeds the limit
     */
    static <T> T limited(long characters, Supplier<T> check) {
        return ScopedValue.where(CURRENT, new CheckSteps(characters)).call(check::get);
    }

    /**
     * Returns the step counter of the current check; outside a check, a new counter for a value.
     */
    static CheckSteps current(String value) {
        return CURRENT.isBound() ? CURRENT.get() : new CheckSteps(value.length());
    }

    /** Counts steps of the current check. Does nothing outside a check. */
    static void count(long steps) {
        if (CURRENT.isBound()) {
            CURRENT.get().take(steps);
        }
    }

    /** Counts steps. One step takes about as long as the match of one character. */
    void take(long steps) {
        left -= steps;
        if (left < 0) {
            throw new TooManySteps();
        }
    }
}
