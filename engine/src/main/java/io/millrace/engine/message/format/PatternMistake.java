package io.millrace.engine.message.format;

import java.util.ArrayList;
import java.util.List;

/**
 * A letter of a valid pattern for dates and times that probably does not have the intended meaning.
 *
 * @param text meaning of the letter
 * @param hint letter that is probably intended
 */
public record PatternMistake(String text, String hint) {

    /** Returns the mistakes in a pattern; empty if it has none. */
    public static List<PatternMistake> find(String pattern) {
        String letters = pattern.replaceAll("'[^']*'", "");
        List<PatternMistake> found = new ArrayList<>();
        boolean month = letters.contains("M");
        boolean date = month || letters.contains("d") || letters.contains("D");
        if (letters.contains("Y") && date && !letters.contains("w") && !letters.contains("W")) {
            found.add(
                    new PatternMistake(
                            """
                            Y is the year of the week, which differs from the year of the date on \
                            some days around New Year\
                            """,
                            "write y for the year of the date"));
        }
        if (letters.contains("D") && month && !letters.contains("d")) {
            found.add(
                    new PatternMistake(
                            "D is the day of the year, 1 to 366",
                            "write d for the day of the month"));
        }
        // An hour without minutes can belong to a text that is composed of several patterns.
        boolean isTime = letters.contains("m") && !letters.matches(".*[aHk].*");
        if (isTime && letters.contains("h")) {
            found.add(
                    new PatternMistake(
                            "h is the hour 1 to 12, and the pattern has no a (am or pm)",
                            "write H for the hour 0 to 23"));
        } else if (isTime && letters.contains("K")) {
            found.add(
                    new PatternMistake(
                            "K is the hour 0 to 11, and the pattern has no a (am or pm)",
                            "write H for the hour 0 to 23"));
        }
        return found;
    }
}
