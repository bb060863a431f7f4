package io.millrace.engine.message.format;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A reader of one string by a pattern. A number directly next to another number has exactly as many
 * digits as its letters; otherwise it has one or more digits. The string must end where the pattern
 * ends.
 */
final class DatetimeReader {

    private static final int MAX_DIGITS = 9;
    private static final int NOT_SAID = -1;

    private final String text;
    private final List<DatetimeFormat.Part> parts;
    private final String pattern;
    private final CalendarRules rules;
    private final Supplier<LocalDate> today;
    private int at;

    private int year = NOT_SAID;
    private int weekYear = NOT_SAID;
    private int month = NOT_SAID;
    private int day = NOT_SAID;
    private int dayOfYear = NOT_SAID;
    private int week = NOT_SAID;
    private int weekday = NOT_SAID;
    private int weekdayInMonth = NOT_SAID;
    private int weekInMonth = NOT_SAID;
    private boolean beforeChrist;
    private int hour = NOT_SAID;
    private int halfHour = NOT_SAID;
    private boolean afternoon;
    private int minute;
    private int second;
    private int nano;
    private @Nullable ZoneId zone;

    DatetimeReader(
            String text,
            List<DatetimeFormat.Part> parts,
            String pattern,
            CalendarRules rules,
            Supplier<LocalDate> today) {
        this.text = text;
        this.parts = parts;
        this.pattern = pattern;
        this.rules = rules;
        this.today = today;
    }

    Moment read() {
        try {
            for (int i = 0; i < parts.size(); i++) {
                boolean fixed =
                        i > 0 && parts.get(i - 1).isNumber()
                                || i + 1 < parts.size() && parts.get(i + 1).isNumber();
                read(parts.get(i), fixed);
            }
            if (at < text.length()) {
                throw new PatternException(
                        "the text continues after the end of the pattern " + pattern);
            }
            return rules.strict() ? new Moment(date(), time(), zone) : lenient();
        } catch (DateTimeException e) {
            String wrong = outOfRange();
            throw new PatternException(
                    "the date or time does not exist"
                            + (wrong.isEmpty() ? "" : ": " + wrong + " (pattern " + pattern + ")"));
        }
    }

    private void read(DatetimeFormat.Part part, boolean fixed) {
        int count = part.count();
        switch (part.letter()) {
            case 0 -> literal(part.text());
            case 'a' -> afternoon = word("AM", "PM") == 1;
            case 'd' -> day = number(part, fixed);
            case 'D' -> dayOfYear = number(part, fixed);
            case 'e' -> weekday = (rules.firstDay().getValue() + number(part, fixed) + 5) % 7 + 1;
            case 'E' -> weekday = dayName();
            case 'F' -> weekdayInMonth = within("weekday in the month", number(part, fixed), 1, 5);
            case 'W' -> weekInMonth = within("week in the month", number(part, fixed), 0, 6);
            case 'G' -> beforeChrist = word("AD", "BC") == 1;
            case 'h' -> halfHour = within("hour", number(part, fixed), 1, 12) % 12;
            case 'K' -> halfHour = within("hour", number(part, fixed), 0, 11);
            case 'H' -> hour = number(part, fixed);
            case 'k' -> hour = within("hour", number(part, fixed), 1, 24) % 24;
            case 'I' -> iso();
            case 'T' -> isoTime();
            case 'm' -> minute = number(part, fixed);
            case 'M' -> month = count <= 2 ? number(part, fixed) : monthName();
            case 's' -> second = number(part, fixed);
            case 'S' -> nano = fraction(fixed ? count : 18);
            case 'w' -> week = number(part, fixed);
            case 'y' -> year = year(part, fixed);
            case 'Y' -> weekYear = year(part, fixed);
            default -> zone = zone();
        }
    }

    private PatternException expected(String what) {
        String rest = text.substring(at, Math.min(text.length(), at + 20));
        String found = rest.isEmpty() ? "the end" : "'" + rest + "'";
        return new PatternException(
                "at character "
                        + (at + 1)
                        + " "
                        + what
                        + " is expected, found "
                        + found
                        + " (pattern "
                        + pattern
                        + ")");
    }

    private void literal(String expected) {
        if (!text.startsWith(expected, at)) {
            throw expected("'" + expected + "'");
        }
        at += expected.length();
    }

    private int word(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (text.regionMatches(true, at, words[i], 0, words[i].length())) {
                at += words[i].length();
                return i;
            }
        }
        throw expected(String.join(" or ", words));
    }

    private int number(DatetimeFormat.Part part, boolean fixed) {
        return number(
                fixed ? part.count() : 1,
                fixed ? part.count() : Math.max(part.count(), limit(part.letter())));
    }

    private static int limit(char letter) {
        return switch (letter) {
            case 'y', 'Y' -> 4;
            case 'D' -> 3;
            default -> 2;
        };
    }

    private int number(int least, int most) {
        int from = at;
        int number = 0;
        while (at < text.length()
                && at - from < Math.min(most, MAX_DIGITS)
                && isDigit(text.charAt(at))) {
            number = number * 10 + text.charAt(at++) - '0';
        }
        if (at - from < least) {
            at = from;
            throw expected(least == 1 ? "a number" : "a number of " + least + " digits");
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private int within(String part, int number, int least, int most) {
        String wrong = DatetimeRange.part(part, number, least, most);
        if (!wrong.isEmpty()) {
            throw new PatternException(
                    "the date or time does not exist: " + wrong + " (pattern " + pattern + ")");
        }
        return number;
    }

    private int year(DatetimeFormat.Part part, boolean fixed) {
        int from = at;
        int number = number(part, fixed);
        if (part.count() != 2 || at - from != 2) {
            return number;
        }
        if (rules.centuryWindow() >= 0) {
            return number <= rules.centuryWindow() ? 2_000 + number : 1_900 + number;
        }
        int now = today.get().getYear();
        int full = now - now % 100 + number;
        return full > now + 20 ? full - 100 : full <= now - 80 ? full + 100 : full;
    }

    /** Reads the fraction of a second. Digits after nanoseconds are truncated. */
    private int fraction(int most) {
        int from = at;
        int nanos = 0;
        int unit = 100_000_000;
        while (at < text.length() && at - from < most && isDigit(text.charAt(at))) {
            nanos += (text.charAt(at++) - '0') * unit;
            unit /= 10;
        }
        if (at == from) {
            throw expected("a fraction of a second");
        }
        return nanos;
    }

    private int monthName() {
        return name(12, (m, style) -> Month.of(m).getDisplayName(style, Locale.ENGLISH), "month");
    }

    private int dayName() {
        return name(7, (d, style) -> DayOfWeek.of(d).getDisplayName(style, Locale.ENGLISH), "day");
    }

    /** Reads a full or short name, and returns its number. */
    private int name(int count, BiFunction<Integer, TextStyle, String> name, String what) {
        for (TextStyle style : List.of(TextStyle.FULL, TextStyle.SHORT)) {
            for (int number = 1; number <= count; number++) {
                if (takes(name.apply(number, style))) {
                    return number;
                }
            }
        }
        throw expected("the name of a " + what);
    }

    private boolean takes(String word) {
        boolean found = text.regionMatches(true, at, word, 0, word.length());
        at += found ? word.length() : 0;
        return found;
    }

    // ISO 8601

    private void iso() {
        boolean dated = at + 4 < text.length() && text.charAt(at + 4) == '-';
        if (dated) {
            year = number(4, 4);
            literal("-");
            month = number(2, 2);
            if (takes("-")) {
                day = number(2, 2);
            }
        }
        if (!dated || takes("T")) {
            isoTime();
        } else if (at < text.length()) {
            zone = zone();
        }
    }

    private void isoTime() {
        hour = number(2, 2);
        if (takes(":")) {
            minute = number(2, 2);
            if (takes(":")) {
                second = number(2, 2);
                if (takes(".") || takes(",")) {
                    nano = fraction(18);
                }
            }
        }
        if (at < text.length() && "+-Zz".indexOf(text.charAt(at)) >= 0) {
            zone = zone();
        }
    }

    /**
     * Reads a zone: {@code Z}, {@code GMT}, {@code +1}, {@code +01}, {@code +0100}, {@code +01:00},
     * each optionally after GMT or UTC, or a name.
     */
    private ZoneId zone() {
        if (takes("Z")) {
            return ZoneOffset.UTC;
        }
        boolean named = takes("GMT") || takes("UTC");
        if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            int sign = text.charAt(at++) == '-' ? -1 : 1;
            int from = at;
            int hours = number(1, 2);
            boolean more =
                    takes(":") || at - from == 2 && at < text.length() && isDigit(text.charAt(at));
            int minutes = more ? number(2, 2) : 0;
            return ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
        }
        if (named) {
            return ZoneOffset.UTC;
        }
        int end = at;
        while (end < text.length() && isOfZoneName(text.charAt(end))) {
            end++;
        }
        try {
            ZoneId found = ZoneId.of(text.substring(at, end), ZoneId.SHORT_IDS);
            at = end;
            return found;
        } catch (DateTimeException e) {
            throw expected("a time zone");
        }
    }

    private static boolean isOfZoneName(char c) {
        return Character.isLetterOrDigit(c) || c == '/' || c == '_';
    }

    /** Describes the first part that is out of range; empty if no single part is. */
    private String outOfRange() {
        String time = DatetimeRange.time(hours(), minute, second);
        if (!time.isEmpty() || beforeChrist || isByWeekday()) {
            return time;
        }
        int inYear =
                year != NOT_SAID ? year : weekYear != NOT_SAID ? weekYear : Moment.EPOCH.getYear();
        if (month == NOT_SAID && day == NOT_SAID && dayOfYear != NOT_SAID && inYear > 0) {
            return DatetimeRange.dayOfYear(inYear, dayOfYear);
        }
        return DatetimeRange.date(inYear, month == NOT_SAID ? 1 : month, day == NOT_SAID ? 1 : day);
    }

    // Combination

    private LocalDate date() {
        int y = year != NOT_SAID ? year : weekYear != NOT_SAID ? weekYear : Moment.EPOCH.getYear();
        if (y < 1 || y > 9_999 || beforeChrist) {
            throw new DateTimeException("year");
        }
        if (isByWeekday()) {
            return byWeekOfMonth(LocalDate.of(y, month, 1));
        }
        if (month != NOT_SAID || day != NOT_SAID) {
            return LocalDate.of(y, month == NOT_SAID ? 1 : month, day == NOT_SAID ? 1 : day);
        }
        if (dayOfYear != NOT_SAID) {
            return LocalDate.ofYearDay(y, dayOfYear);
        }
        if (week != NOT_SAID) {
            WeekFields weeks = rules.weeks();
            LocalDate inYear = LocalDate.of(weekYear == NOT_SAID ? y : weekYear, 7, 1);
            within(
                    "week",
                    week,
                    1,
                    (int) weeks.weekOfWeekBasedYear().rangeRefinedBy(inYear).getMaximum());
            int first = weeks.getFirstDayOfWeek().getValue();
            int nth = weekday == NOT_SAID ? 1 : (weekday - first + 7) % 7 + 1;
            return inYear.with(weeks.weekOfWeekBasedYear(), week).with(weeks.dayOfWeek(), nth);
        }
        return LocalDate.of(y, 1, 1);
    }

    /** Whether the string specifies a week or weekday of a month instead of a day of the month. */
    private boolean isByWeekday() {
        boolean specified =
                weekInMonth != NOT_SAID || weekdayInMonth != NOT_SAID || weekday != NOT_SAID;
        return specified && month != NOT_SAID && day == NOT_SAID;
    }

    /**
     * Returns the date for a week or weekday of a month. Without a day of the week, this is the
     * first day of the week. With only a day of the week, it is the first such day of the month.
     */
    private LocalDate byWeekOfMonth(LocalDate month) {
        WeekFields weeks = rules.weeks();
        DayOfWeek day = weekday == NOT_SAID ? weeks.getFirstDayOfWeek() : DayOfWeek.of(weekday);
        int nth = weekdayInMonth == NOT_SAID ? 1 : weekdayInMonth;
        LocalDate found =
                weekInMonth == NOT_SAID
                        ? month.with(TemporalAdjusters.dayOfWeekInMonth(nth, day))
                        : month.with(weeks.weekOfMonth(), weekInMonth)
                                .with(TemporalAdjusters.previousOrSame(weeks.getFirstDayOfWeek()))
                                .with(TemporalAdjusters.nextOrSame(day));
        if (found.getMonth() != month.getMonth()) {
            throw new DateTimeException("week");
        }
        return found;
    }

    private LocalTime time() {
        return LocalTime.of(hours(), minute, second, nano);
    }

    private int hours() {
        return hour != NOT_SAID ? hour : halfHour == NOT_SAID ? 0 : halfHour + (afternoon ? 12 : 0);
    }

    /**
     * Returns the moment with carry-over: values above the limit of a month, day or hour are
     * carried over to the next one.
     */
    private Moment lenient() {
        int months = month == NOT_SAID ? 1 : month;
        int days = day == NOT_SAID ? 1 : day;
        boolean byMonth = (month != NOT_SAID || day != NOT_SAID) && !isByWeekday();
        month = byMonth ? 1 : month;
        day = byMonth ? 1 : day;
        LocalDate date = date();
        if (byMonth) {
            date = date.plusMonths(months - 1L).plusDays(days - 1L);
        }
        LocalDateTime all =
                date.atStartOfDay()
                        .plusHours(hours())
                        .plusMinutes(minute)
                        .plusSeconds(second)
                        .plusNanos(nano);
        return new Moment(all.toLocalDate(), all.toLocalTime(), zone);
    }
}
