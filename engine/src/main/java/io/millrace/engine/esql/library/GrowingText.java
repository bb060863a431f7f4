package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;

/**
 * What a CHARACTER variable holds to which a program appends ({@code SET s = s || x}): so that
 * appending in a loop does not copy all that is there at each turn. It belongs to one variable:
 * whoever reads that gets a Value. Used by the thread of the message only.
 */
public final class GrowingText {

    /** Shorter texts are copied: they may never grow. */
    private static final int SHORT = 256;

    private final StringBuilder text;
    private Value value;

    private GrowingText(String begin, String more) {
        text = new StringBuilder(2 * (begin.length() + more.length())).append(begin).append(more);
    }

    /**
     * What a variable holds behind the assignment.
     *
     * @param held what it held: a Value, a GrowingText that is not used otherwise, or null
     * @param more null for NULL, which the result is then too
     * @throws io.millrace.engine.error.MillraceException where {@code more} is no CHARACTER, or the
     *     text becomes longer than a message may be
     */
    public static Object append(Object held, Value more, EsqlEnvironment environment) {
        if (held == null || more == null) {
            return null;
        }
        if (!(more instanceof CharacterValue(String added))) {
            return Operators.concat(value(held), more);
        }
        if (held instanceof GrowingText growing) {
            growing.append(added, environment);
            return growing;
        }
        String begin = ((CharacterValue) held).value();
        StringUnits.checkLength("||", (long) begin.length() + added.length(), environment);
        return begin.length() + added.length() < SHORT
                ? Operators.concat((Value) held, more)
                : new GrowingText(begin, added);
    }

    private void append(String more, EsqlEnvironment environment) {
        StringUnits.checkLength("||", (long) text.length() + more.length(), environment);
        text.append(more);
        value = null;
    }

    /**
     * @param held a Value, a GrowingText or null
     */
    public static Value value(Object held) {
        return held instanceof GrowingText growing ? growing.value() : (Value) held;
    }

    private Value value() {
        if (value == null) {
            value = new CharacterValue(text.toString());
        }
        return value;
    }

    /** Whether a value can be appended, or is NULL. */
    public static boolean takes(Value more) {
        return more == null || more instanceof CharacterValue;
    }
}
