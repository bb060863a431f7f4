package io.millrace.engine.setting;

/**
 * The use of a limit of a running process.
 *
 * @param limit name of the limit, for example {@code queue depth}
 * @param object object that the limit applies to, for example the name of a queue; empty for the
 *     process
 * @param current current value
 * @param highest high-water mark; at least the current value
 * @param maximum maximum value; {@link #NO_MAXIMUM} if there is none
 */
public record LimitUse(
        String limit, String object, Unit unit, long current, long highest, long maximum) {

    /** The maximum of a value without a limit. */
    public static final long NO_MAXIMUM = -1;

    /** What a value counts. */
    public enum Unit {
        COUNT,
        BYTES
    }

    /** Returns the use of a limit of a number. The registry keeps its high-water mark. */
    public static LimitUse count(String limit, String object, long current, long maximum) {
        return new LimitUse(limit, object, Unit.COUNT, current, current, maximum);
    }

    /** Returns the use of a limit in bytes. The registry keeps its high-water mark. */
    public static LimitUse bytes(String limit, String object, long current, long maximum) {
        return new LimitUse(limit, object, Unit.BYTES, current, current, maximum);
    }

    /** Returns this use with a high-water mark, if it is higher. */
    public LimitUse raised(long mark) {
        return mark <= highest ? this : new LimitUse(limit, object, unit, current, mark, maximum);
    }

    /** Returns this use for another object. */
    public LimitUse of(String other) {
        return new LimitUse(limit, other, unit, current, highest, maximum);
    }
}
