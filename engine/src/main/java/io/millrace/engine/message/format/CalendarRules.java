package io.millrace.engine.message.format;

import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import java.util.Objects;

/**
 * How patterns count weeks, and years of two digits.
 *
 * @param centuryWindow years of two digits up to this one are of 20xx, the others of 19xx; negative
 *     for those within 80 years back and 20 years ahead
 * @param firstDay the day that {@code e} counts as 1
 * @param weeks which weeks belong to a year
 * @param strict whether days that their month does not have, hours beyond 23 and the like are
 *     errors (else they count on)
 */
public record CalendarRules(
        int centuryWindow, DayOfWeek firstDay, WeekFields weeks, boolean strict) {

    /** The rules of ESQL. */
    public static final CalendarRules ESQL =
            new CalendarRules(-1, DayOfWeek.SUNDAY, WeekFields.ISO, true);

    public CalendarRules {
        Objects.requireNonNull(firstDay);
        Objects.requireNonNull(weeks);
    }
}
