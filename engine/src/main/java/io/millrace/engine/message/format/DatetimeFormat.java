package io.millrace.engine.message.format;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A compiled pattern for dates and times (WMQI ESQL reference, "Formatting and parsing dateTimes as
 * strings"). Immutable.
 *
 * <p>Letters: {@code a} am or pm; {@code d} day in month; {@code D} day in year; {@code e} day in
 * week, Sunday is 1; {@code EEE EEEE} name of the day; {@code F} occurrence of that weekday in the
 * month; {@code G} era; {@code h} hour 1-12; {@code H} hour 0-23; {@code I} ISO 8601 date, time or
 * both, depending on the value; {@code k} hour 1-24; {@code K} hour 0-11; {@code m} minute; {@code
 * M MM MMM MMMM} month; {@code s} second; {@code S} digits of the fraction; {@code T} ISO 8601
 * time; {@code w} ISO week in year; {@code W} week in month; {@code y} year (two digits: within 80
 * years back and 20 years ahead); {@code Y} year of the ISO week; {@code z} zone name; {@code Z
 * +1}, {@code ZZ +01}, {@code ZZZ +01:00}, {@code ZZZZ GMT+01:00}, {@code ZZZZZ +0100}; {@code U}
 * after I, T or Z writes UTC as Z. Literal text is in single quotes. Characters that are not
 * letters represent themselves. Names are English; when they are read, case is ignored.
 */
public final class DatetimeFormat {

    /** A part of a pattern: a letter with its number of repetitions, or literal text (letter 0). */
    record Part(char letter, int count, boolean utc, String text) {
        boolean isNumber() {
            return letter != 0
                    && (letter == 'M' ? count <= 2 : "dDeFhHkKmsSwWyY".indexOf(letter) >= 0);
        }

        /**
         * Returns the number of characters that the part represents; negative if it depends on the
         * value.
         */
        int width() {
            return switch (letter) {
                case 0 -> text.length();
                case 'a' -> 2;
                case 'S' -> count;
                case 'e', 'F', 'W' -> count;
                case 'y', 'Y' -> count == 2 || count == 4 ? count : -1;
                case 'D' -> count == 3 ? count : -1;
                default -> isNumber() && count == 2 ? count : -1;
            };
        }
    }

    private static final String LETTERS = "adDeEFGhHIkKmMsSTwWyYzZ";
    private static final int MAX_LENGTH = 200;

    private final String pattern;
    private final List<Part> parts;

    private final CalendarRules rules;

    private DatetimeFormat(String pattern, List<Part> parts, CalendarRules rules) {
        this.pattern = pattern;
        this.parts = List.copyOf(parts);
        this.rules = rules;
    }

    /**
     * Compiles a pattern with the rules of ESQL.
     *
     * @throws PatternException if the pattern is invalid
     */
    public static DatetimeFormat compile(String pattern) {
        return compile(pattern, CalendarRules.ESQL);
    }

    /**
     * @throws PatternException if the pattern is invalid
     */
    public static DatetimeFormat compile(String pattern, CalendarRules rules) {
        if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
            throw new PatternException(
                    "the length of a pattern must be 1 to " + MAX_LENGTH + " characters");
        }
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c == '\'') {
                at = quoted(pattern, at, text);
            } else if (!isLetter(c)) {
                text.append(c);
                at++;
            } else {
                flush(text, parts);
                at = letters(pattern, at, parts);
            }
        }
        flush(text, parts);
        return new DatetimeFormat(pattern, parts, rules);
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static void flush(StringBuilder text, List<Part> parts) {
        if (!text.isEmpty()) {
            parts.add(new Part((char) 0, 0, false, text.toString()));
            text.setLength(0);
        }
    }

    /**
     * Reads quoted text of a pattern. Two consecutive quotes represent one quote, inside and
     * outside quoted text.
     */
    private static int quoted(String pattern, int open, StringBuilder text) {
        if (pattern.startsWith("''", open)) {
            text.append('\'');
            return open + 2;
        }
        int at = open + 1;
        while (at < pattern.length()) {
            if (pattern.startsWith("''", at)) {
                text.append('\'');
                at += 2;
            } else if (pattern.charAt(at) == '\'') {
                return at + 1;
            } else {
                text.append(pattern.charAt(at++));
            }
        }
        throw new PatternException(
                "the pattern " + pattern + " has a quote without a closing quote");
    }

    private static int letters(String pattern, int from, List<Part> parts) {
        char letter = pattern.charAt(from);
        if (LETTERS.indexOf(letter) < 0) {
            throw new PatternException(
                    "the letter "
                            + letter
                            + " has no meaning in the pattern "
                            + pattern
                            + "; expected one of "
                            + LETTERS
                            + ", or text in single quotes");
        }
        int at = from;
        while (at < pattern.length() && pattern.charAt(at) == letter) {
            at++;
        }
        boolean takesU = letter == 'I' || letter == 'T' || letter == 'Z';
        boolean utc = takesU && at < pattern.length() && pattern.charAt(at) == 'U';
        parts.add(new Part(letter, at - from, utc, ""));
        return utc ? at + 1 : at;
    }

    /**
     * Parses a complete string, relative to the current date.
     *
     * @throws PatternException if the string does not match the pattern
     */
    public Moment parse(String text) {
        return parse(text, LocalDate::now);
    }

    /**
     * Parses a complete string.
     *
     * @param today supplier of the current date, used if the window of two-digit years depends on
     *     it
     * @throws PatternException if the string does not match the pattern
     */
    public Moment parse(String text, Supplier<LocalDate> today) {
        return new DatetimeReader(text, parts, pattern, rules, today).read();
    }

    /**
     * Writes a date or time.
     *
     * @param moment date or time with a zone
     * @param timed whether the moment has a time of day, for {@code I}
     * @throws PatternException if the pattern requires a date and the moment has none
     */
    public String print(Moment moment, boolean timed) {
        return print(moment, timed, () -> LocalDate.now(moment.zone()));
    }

    /**
     * Writes a date or time like {@link #print(Moment, boolean)}.
     *
     * @param today supplier of the current date, used for the offset from UTC of a time of day
     *     without a date
     */
    public String print(Moment moment, boolean timed, Supplier<LocalDate> today) {
        StringBuilder out = new StringBuilder(pattern.length() + 8);
        DatetimeWriter writer = new DatetimeWriter(out, moment, timed, rules, today);
        for (Part part : parts) {
            writer.write(part);
        }
        return out.toString();
    }

    /** Returns the number of characters of the formatted strings; negative if it is not fixed. */
    public int width() {
        int width = 0;
        for (Part part : parts) {
            int own = part.width();
            if (own < 0) {
                return -1;
            }
            width += own;
        }
        return width;
    }

    /** Whether the formatted strings contain only digits. */
    public boolean isDigits() {
        return parts.stream().allMatch(Part::isNumber);
    }

    @Override
    public String toString() {
        return pattern;
    }
}
