package io.millrace.engine.message.format;

import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import java.util.Objects;

/**
 * The rules by which patterns count weeks and interpret two-digit years.
 *
 * @param centuryWindow maximum two-digit year that belongs to 20xx; larger years belong to 19xx;
 *     negative for a window from 80 years before to 20 years after the current year
 * @param firstDay day that {@code e} counts as 1
 * @param weeks assignment of weeks to a year
 * @param strict whether values such as a day that does not exist in the month or an hour above 23
 *     are errors; otherwise they are carried over
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
