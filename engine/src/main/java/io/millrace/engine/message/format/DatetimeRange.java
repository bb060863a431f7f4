package io.millrace.engine.message.format;

import java.time.Month;
import java.time.Year;
import java.time.YearMonth;
import java.time.format.TextStyle;
import java.util.Locale;

/** Descriptions of parts of dates and times that are out of range, for error messages. */
public final class DatetimeRange {

    private DatetimeRange() {}

    /** Describes the first part of a date that is out of range; empty if the date exists. */
    public static String date(int year, int month, int day) {
        return date(year, month, day, "");
    }

    /**
     * Like {@link #date(int, int, int)}, with the name of a month that does not have the day. Only
     * for dates in programs: the description of a date in a message must not contain other parts of
     * the date, which can be sensitive.
     */
    public static String namedDate(int year, int month, int day) {
        String name =
                month < 1 || month > 12
                        ? ""
                        : Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        return date(year, month, day, " in " + name + " " + year);
    }

    private static String date(int year, int month, int day, String name) {
        String wrong = part("year", year, 1, 9_999);
        if (wrong.isEmpty()) {
            wrong = part("month", month, 1, 12);
        }
        return wrong.isEmpty()
                ? part("day", day, 1, YearMonth.of(year, month).lengthOfMonth(), name)
                : wrong;
    }

    /** Describes the first part of a time that is out of range; empty if the time exists. */
    public static String time(int hour, int minute, int second) {
        String wrong = part("hour", hour, 0, 23);
        if (wrong.isEmpty()) {
            wrong = part("minute", minute, 0, 59);
        }
        return wrong.isEmpty() ? part("second", second, 0, 59) : wrong;
    }

    /** Describes a day that a year does not have; empty if the year has the day. */
    static String dayOfYear(int year, int day) {
        return part("day of the year", day, 1, Year.of(year).length());
    }

    /** Describes a part that is out of range; empty if it is in the range. */
    static String part(String name, int value, int least, int most) {
        return part(name, value, least, most, "");
    }

    private static String part(String name, int value, int least, int most, String within) {
        // A quoted value is masked if it is a part of a sensitive value.
        return value >= least && value <= most
                ? ""
                : "the %s must be from %d to %d%s (found '%d')"
                        .formatted(name, least, most, within, value);
    }
}
