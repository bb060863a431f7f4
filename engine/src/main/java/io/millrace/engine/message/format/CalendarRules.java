package io.millrace.engine.message.format;

import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import java.util.Objects;

/**
 * The rules by which patterns count weeks and interpret years of two digits.
 *
 * @param centuryWindow maximum two-digit year of 20xx; larger ones are of 19xx; negative for the
 *     year within 80 years back and 20 years ahead
 * @param firstDay the day that {@code e} counts as 1
 * @param weeks the assignment of weeks to a year
 * @param strict whether days that do not exist in the month, hours beyond 23 and the like are
 *     errors (otherwise they are carried over)
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
