package io.millrace.parsers.model;

/**
 * Rules for reading and writing dates and times.
 *
 * @param centuryWindow two-digit years up to this one are of 20xx, the others of 19xx
 * @param firstDayOfWeek 1 for Monday to 7 for Sunday
 * @param daysInFirstWeek minimum number of days of a year in its first week, 1 to 7
 * @param strictChecking whether a day that its month does not have is an error (otherwise it counts
 *     into the next month)
 * @param timeZone a zone's id, for example {@code Europe/Berlin} or {@code +01:00}; empty for UTC
 * @param daylightSaving whether that zone's daylight saving time is observed
 */
public record DateTimeRules(
        @Key(max = 99) int centuryWindow,
        @Key(min = 1, max = 7) int firstDayOfWeek,
        @Key(min = 1, max = 7) int daysInFirstWeek,
        @Key("strictDateTimeCheck") boolean strictChecking,
        String timeZone,
        boolean daylightSaving) {

    public static final DateTimeRules DEFAULTS = new DateTimeRules(53, 1, 4, true, "", true);
}
