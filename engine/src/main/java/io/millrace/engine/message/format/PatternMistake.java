package io.millrace.engine.message.format;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A letter of a valid pattern for dates and times that probably does not have the intended meaning.
 *
 * @param text meaning of the letter
 * @param hint letter that is probably intended
 */
public record PatternMistake(String text, String hint) {

    /** A quoted text, or the same letter one or more times. */
    private static final Pattern RUN = Pattern.compile("'[^']*'|([A-Za-z])\\1*");

    /** Returns the mistakes in a pattern; empty if it has none. */
    public static List<PatternMistake> find(String pattern) {
        String letters = pattern.replaceAll("'[^']*'", "");
        List<PatternMistake> found = new ArrayList<>();
        boolean month = correctCase(pattern).contains("M");
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
        if (letters.contains("T") && letters.matches(".*[A-Za-z&&[^T]].*")) {
            found.add(
                    new PatternMistake(
                            "T is the complete time in the notation of ISO 8601",
                            "write 'T' for the letter T, as ''T'' in an ESQL string"));
        }
        letterCase(pattern).ifPresent(found::add);
        return found.size() < 2 ? found : List.of(joined(found, correctCase(pattern)));
    }

    /** Returns several mistakes as one, whose hint is the pattern without any of them. */
    private static PatternMistake joined(List<PatternMistake> found, String pattern) {
        boolean isHalfDay = pattern.contains("a");
        boolean isDay = pattern.contains("M") && !pattern.contains("d");
        StringBuilder corrected = new StringBuilder();
        boolean quoted = false;
        for (char letter : pattern.toCharArray()) {
            quoted ^= letter == '\'';
            String other =
                    switch (letter) {
                        case 'Y' -> "y";
                        case 'D' -> isDay ? "d" : "D";
                        case 'h', 'K' -> isHalfDay ? "" + letter : "H";
                        case 'T' -> "'T'";
                        default -> "" + letter;
                    };
            corrected.append(quoted ? "" + letter : other);
        }
        String texts = found.stream().map(PatternMistake::text).collect(Collectors.joining("; "));
        return new PatternMistake(texts, "write " + corrected);
    }

    private static String correctCase(String pattern) {
        return letterCase(pattern)
                .map(mistake -> mistake.hint().substring("write ".length()))
                .orElse(pattern);
    }

    /** Returns the mistake of letters in the wrong case, such as MM for minutes. */
    private static Optional<PatternMistake> letterCase(String pattern) {
        List<MatchResult> runs =
                RUN.matcher(pattern)
                        .results()
                        .filter(run -> run.group().charAt(0) != '\'')
                        .toList();
        long months = runs.stream().filter(run -> letter(run) == 'M').count();
        boolean hasSecond = runs.stream().anyMatch(run -> letter(run) == 's');
        StringBuilder corrected = new StringBuilder(pattern);
        Set<String> meanings = new LinkedHashSet<>();
        for (int i = 0; i < runs.size(); i++) {
            char before = i == 0 ? ' ' : letter(runs.get(i - 1));
            char after = i + 1 == runs.size() ? ' ' : letter(runs.get(i + 1));
            boolean isAfterHour = "HhKk".indexOf(before) >= 0;
            boolean isNextToDate = isDate(before) || isDate(after);
            String meaning =
                    switch (letter(runs.get(i))) {
                        case 'm' ->
                                isNextToDate && !isAfterHour && "sS".indexOf(after) < 0
                                        ? "m is the minute"
                                        : "";
                        case 'M' ->
                                isAfterHour && (!isDate(after) || months > 1)
                                        ? "M is the month"
                                        : "";
                        case 'S' ->
                                "mM".indexOf(before) >= 0 && !hasSecond
                                        ? "S is a fraction of a second"
                                        : "";
                        default -> "";
                    };
            if (!meaning.isEmpty()) {
                meanings.add(meaning);
                corrected.replace(
                        runs.get(i).start(), runs.get(i).end(), inOtherCase(runs.get(i).group()));
            }
        }
        return meanings.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new PatternMistake(String.join(" and ", meanings), "write " + corrected));
    }

    private static char letter(MatchResult run) {
        return run.group().charAt(0);
    }

    private static boolean isDate(char letter) {
        return "yYuDd".indexOf(letter) >= 0;
    }

    private static String inOtherCase(String run) {
        return Character.isUpperCase(run.charAt(0))
                ? run.toLowerCase(Locale.ROOT)
                : run.toUpperCase(Locale.ROOT);
    }
}
