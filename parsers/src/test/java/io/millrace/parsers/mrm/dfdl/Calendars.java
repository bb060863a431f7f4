package io.millrace.parsers.mrm.dfdl;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Patterns and rules of dates and times. */
final class Calendars {

    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private static final Map<String, String> IMPLICIT =
            Map.of(
                    "date", "yyyy-MM-dd",
                    "time", "HH:mm:ssZ",
                    "dateTime", "yyyy-MM-dd'T'HH:mm:ss");

    /** ICU's letters whose meaning does not depend on how often they are there. */
    private static final String SAME = "dDHkhKmsSawWFG";

    private Calendars() {}

    static void settings(Props props, Whole whole) {
        String language = props.get("calendarLanguage");
        if (!language.isEmpty() && !language.startsWith("en")) {
            throw new LeftOut("names of days and months that are not English");
        }
        whole.setting("firstDayOfWeek", DAYS.indexOf(props.get("calendarFirstDayOfWeek")) + 1);
        whole.setting("daysInFirstWeek", props.number("calendarDaysInFirstWeek"));
        whole.setting("centuryWindow", props.number("calendarCenturyStart") - 1);
        whole.setting("strictDateTimeCheck", props.is("calendarCheckPolicy", "strict"));
        String zone = props.get("calendarTimeZone").replace("UTC", "");
        whole.setting(
                "timeZone",
                zone.isEmpty()
                        ? "UTC"
                        : zone.replaceAll("([+-])(\\d:?)$", "$10$2")
                                .replaceAll("([+-])(\\d):", "$10$2:"));
    }

    static String pattern(Props props, String base) {
        String pattern =
                props.is("calendarPatternKind", "implicit")
                        ? IMPLICIT.getOrDefault(base, "")
                        : props.get("calendarPattern");
        if (pattern.isEmpty()) {
            throw new LeftOut("dates without a pattern");
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int end = i + 1;
            if (c == '\'') {
                end = Math.max(end, pattern.indexOf('\'', i + 1) + 1);
                out.append(pattern, i, end);
            } else if (Character.isLetter(c)) {
                while (end < pattern.length() && pattern.charAt(end) == c) {
                    end++;
                }
                out.append(letters(c, end - i));
            } else {
                out.append(c);
            }
            i = end;
        }
        return out.toString();
    }

    private static String letters(char c, int count) {
        String same = String.valueOf(c).repeat(count);
        if (SAME.indexOf(c) >= 0) {
            return same;
        }
        return switch (c) {
            case 'y', 'u' -> count == 2 ? "yy" : "yyyy";
            case 'M' -> count <= 4 ? same : no();
            case 'E' -> count <= 3 ? "EEE" : count == 4 ? "EEEE" : no();
            case 'Z' -> count <= 3 ? "ZZZZZ" : count == 4 ? "ZZZZ" : "ZZZ";
            case 'e' -> count <= 2 ? "e" : no();
            default -> no();
        };
    }

    private static String no() {
        throw new LeftOut("letters of dates that FORMAT does not have");
    }

    /** When a binary count begins. */
    static String epoch(Props props) {
        String epoch = props.get("binaryCalendarEpoch");
        var parts =
                Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d):00(?:\\+00:00|Z)?")
                        .matcher(epoch);
        if (!parts.matches()) {
            throw new LeftOut("counts of time that begin within a minute");
        }
        return parts.group(1) + " +00:00";
    }
}
