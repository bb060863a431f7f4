package io.millrace.parsers.validation;

import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A set of characters that match at a position of a string. Immutable. */
final class CharacterSet {

    private static final int ASCII = 128;

    private final IntPredicate members;
    private final boolean[] ascii = new boolean[ASCII];

    private CharacterSet(IntPredicate members) {
        this.members = members;
        for (int c = 0; c < ASCII; c++) {
            ascii[c] = members.test(c);
        }
    }

    static CharacterSet of(IntPredicate members) {
        return new CharacterSet(members);
    }

    static CharacterSet range(int from, int to) {
        return of(c -> c >= from && c <= to);
    }

    boolean has(int c) {
        return c < ASCII ? ascii[c] : members.test(c);
    }

    CharacterSet or(CharacterSet other) {
        return of(c -> has(c) || other.has(c));
    }

    CharacterSet without(CharacterSet other) {
        return of(c -> has(c) && !other.has(c));
    }

    CharacterSet not() {
        return of(c -> !has(c));
    }

    /** Returns the set of all characters except line ends. */
    static CharacterSet any() {
        return of(c -> c != '\n' && c != '\r');
    }

    /** Returns the set for an escape with one letter; null if the letter is unknown. */
    static CharacterSet escape(char letter) {
        CharacterSet set =
                switch (Character.toLowerCase(letter)) {
                    case 's' -> of(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
                    case 'd' -> of(c -> Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER);
                    case 'w' -> of(CharacterSet::isWord);
                    case 'i' -> of(CharacterSet::isNameStart);
                    case 'c' -> of(CharacterSet::isName);
                    default -> null;
                };
        return set == null || Character.isLowerCase(letter) ? set : set.not();
    }

    /**
     * Whether a character is a word character: not in the categories punctuation, separator or
     * other.
     */
    private static boolean isWord(int c) {
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }

    private static boolean isNameStart(int c) {
        return Character.isLetter(c) || c == '_' || c == ':';
    }

    private static boolean isName(int c) {
        if (isNameStart(c) || c == '-' || c == '.' || c == 0xB7) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.DECIMAL_DIGIT_NUMBER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    true;
            default -> false;
        };
    }

    /**
     * Returns a category or block of Unicode.
     *
     * @param name for example {@code Lu} or {@code IsBasicLatin}
     * @throws PatternException if no property has this name
     */
    static CharacterSet property(String name) {
        boolean block = name.startsWith("Is");
        boolean category = name.matches("[LMNPZSC][a-z]?");
        try {
            if (block || category) {
                String java = block ? "\\p{In" + name.substring(2) + "}" : "\\p{" + name + "}";
                Predicate<String> matches = Pattern.compile(java).asMatchPredicate();
                return of(c -> matches.test(Character.toString(c)));
            }
        } catch (PatternSyntaxException e) {
            // The error is reported below.
        }
        throw new PatternException("\\p{" + name + "} is not a category or block of Unicode");
    }
}
