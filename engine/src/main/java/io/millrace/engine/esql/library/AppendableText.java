package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

/**
 * The content of a CHARACTER variable to which a program appends ({@code SET s = s || x}). An
 * append in a loop does not copy the whole string in each iteration. Each object belongs to one
 * variable; a read of the variable returns a Value. Only for the thread that processes the message.
 */
public final class AppendableText {

    /**
     * Length below which a string is copied, because a short string might never be appended to
     * again.
     */
    private static final int MIN_LENGTH = 256;

    /** Maximum number of characters of an INTEGER. */
    private static final int DIGITS = 20;

    private final StringBuilder text;

    /** Maximum length of the string. */
    private final long limit;

    private @Nullable Value value;

    private AppendableText(String begin, String more, long limit) {
        this.text =
                new StringBuilder(2 * (begin.length() + more.length())).append(begin).append(more);
        this.limit = limit;
    }

    /**
     * Returns the content of a variable after the assignment.
     *
     * @param held previous content: a Value, an AppendableText that no other variable uses, or null
     * @param more value to append; null for NULL, which makes the result NULL
     * @throws io.millrace.engine.error.MillraceException if {@code more} is not a CHARACTER, or the
     *     string becomes longer than the maximum length of a message
     */
    public static @Nullable Object append(
            @Nullable Object held, @Nullable Value more, EsqlEnvironment environment) {
        if (held == null || more == null) {
            return null;
        }
        return more instanceof CharacterValue(String added)
                ? appendText(held, added, environment)
                : Operators.concat(value(held), more);
    }

    /**
     * Like {@link #append(Object, Value, EsqlEnvironment)}, with a string.
     *
     * @param more string to append
     */
    public static @Nullable Object appendText(
            @Nullable Object held, String more, EsqlEnvironment environment) {
        if (held instanceof AppendableText growing) {
            growing.append(more, environment);
            return growing;
        }
        return held == null ? null : begin(((CharacterValue) held).value(), more, environment);
    }

    /**
     * Like {@link #append(Object, Value, EsqlEnvironment)}, with an INTEGER that is converted to a
     * string.
     *
     * @param isNull a number other than 0 for NULL
     */
    public static @Nullable Object appendNumber(
            Object held, long more, int isNull, EsqlEnvironment environment) {
        if (isNull == 0 && held instanceof AppendableText growing && growing.hasRoom()) {
            growing.text.append(more);
            growing.value = null;
            return growing;
        }
        return isNull == 0 ? appendText(held, Long.toString(more), environment) : null;
    }

    private static Object begin(String begin, String more, EsqlEnvironment environment) {
        StringUnits.checkLength("||", (long) begin.length() + more.length(), environment);
        return begin.length() + more.length() < MIN_LENGTH
                ? new CharacterValue(begin.concat(more))
                : new AppendableText(begin, more, environment.limits().messageBytes());
    }

    private boolean hasRoom() {
        return text.length() + DIGITS <= limit;
    }

    private void append(String more, EsqlEnvironment environment) {
        if ((long) text.length() + more.length() > limit) {
            StringUnits.checkLength("||", (long) text.length() + more.length(), environment);
        }
        if (text.length() + more.length() > text.capacity()) {
            MessageMemory.reserve(4L * text.length());
        }
        text.append(more);
        value = null;
    }

    /**
     * Returns the value of a variable.
     *
     * @param held content of the variable: a Value, an AppendableText or null
     */
    public static @Nullable Value value(@Nullable Object held) {
        return held instanceof AppendableText growing ? growing.value() : (Value) held;
    }

    private Value value() {
        if (value == null) {
            value = new CharacterValue(text.toString());
        }
        return value;
    }

    /** Whether a value is NULL or can be appended. */
    public static boolean takes(@Nullable Value more) {
        return more == null || more instanceof CharacterValue;
    }
}
