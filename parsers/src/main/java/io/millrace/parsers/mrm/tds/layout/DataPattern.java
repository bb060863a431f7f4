package io.millrace.parsers.mrm.tds.layout;

import static java.lang.Math.min;
import static java.util.regex.Pattern.DOTALL;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression that specifies the extent of an element. Simple sequences of repeated
 * character classes are matched directly; other expressions by {@link Pattern}, in a limited number
 * of steps.
 */
public final class DataPattern {

    /** No match. */
    static final int NONE = -1;

    private static final int LATIN = 256;

    /** A character class and its number of repetitions. */
    private static final Pattern SIMPLE =
            Pattern.compile(
                    """
                    ([^()|^$*+?{}\\[\\]\\\\]\
                    |\\\\(?:[dDwWsSrnt]|[^\\p{L}\\p{Nd}])\
                    |\\[\\^?(?:[^\\[\\]&\\\\]|\\\\(?:[dDwWsSrnt]|[^\\p{L}\\p{Nd}]))+])\
                    ([*+?]|\\{([0-9]{1,6})(,([0-9]{1,6})?)?}|)(?![*+?{])\
                    """,
                    DOTALL);

    /** Maximum number of steps for each character of a message. */
    private static final int STEPS_PER_CHARACTER = 200;

    private static final int MIN_STEPS = 100_000;

    /**
     * The maximum number of steps for all patterns of a message, which limits the cost of patterns
     * in proportion to the message size.
     */
    public static final class Steps {
        private long left;

        /**
         * @param characters number of characters of the message
         */
        public Steps(long characters) {
            left = MIN_STEPS + STEPS_PER_CHARACTER * characters;
        }

        private void take(long count) {
            left -= count;
            if (left < 0) {
                throw new TooManySteps();
            }
        }
    }

    /** Thrown if the patterns of a message exceed the maximum number of steps. */
    public static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManySteps() {
            super("", null, false, false);
        }
    }

    /**
     * Repeated characters of a class.
     *
     * @param members characters below 256 in the class; bit 256 is set if all other characters are
     *     in the class
     */
    private record Atom(BitSet members, int least, int most) {

        boolean has(char c) {
            return members.get(min(c, LATIN));
        }

        boolean meets(Atom other) {
            return members.intersects(other.members);
        }
    }

    private final Pattern pattern;

    /** The character classes of a simple pattern; null for other patterns. */
    private final List<Atom> atoms;

    private DataPattern(Pattern pattern, List<Atom> atoms) {
        this.pattern = pattern;
        this.atoms = atoms;
    }

    /**
     * Compiles a pattern.
     *
     * @throws java.util.regex.PatternSyntaxException if the pattern is invalid
     */
    static DataPattern compile(String text) {
        Pattern pattern = Pattern.compile(text, DOTALL);
        List<Atom> atoms = atoms(text);
        return new DataPattern(pattern, atoms != null && isPlain(atoms) ? atoms : null);
    }

    /**
     * Whether matching each class as often as possible always finds the same match as {@link
     * Pattern}.
     */
    private static boolean isPlain(List<Atom> atoms) {
        for (int i = 0; i < atoms.size(); i++) {
            Atom atom = atoms.get(i);
            boolean varies = atom.least < atom.most;
            for (int j = i + 1; varies && j < atoms.size(); j++) {
                if (atom.meets(atoms.get(j))) {
                    return false;
                }
                varies = atoms.get(j).least == 0;
            }
        }
        return true;
    }

    /**
     * Returns the end of the match that begins at a position; NONE if the pattern does not match.
     */
    public int match(CharSequence text, int from, Steps steps) {
        if (atoms == null) {
            return regex(text, from, steps);
        }
        int at = from;
        int end = text.length();
        for (Atom atom : atoms) {
            int begin = at;
            while (at < end && at - begin < atom.most && atom.has(text.charAt(at))) {
                at++;
            }
            steps.take(1 + at - begin);
            if (at - begin < atom.least) {
                return NONE;
            }
        }
        return at;
    }

    private int regex(CharSequence text, int from, Steps steps) {
        Matcher matcher = pattern.matcher(new Counted(text, from, steps));
        try {
            return matcher.lookingAt() ? from + matcher.end() : NONE;
        } catch (StackOverflowError e) {
            throw new TooManySteps();
        }
    }

    /**
     * A view of a string from a position to its end that counts each access to a character as a
     * step.
     */
    private record Counted(CharSequence text, int from, Steps steps) implements CharSequence {

        @Override
        public int length() {
            return text.length() - from;
        }

        @Override
        public char charAt(int index) {
            steps.take(1);
            return text.charAt(from + index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(from + start, from + end);
        }
    }

    /** Returns the classes of a simple pattern; null if it is not simple. */
    private static List<Atom> atoms(String text) {
        var atoms = new ArrayList<Atom>();
        Matcher m = SIMPLE.matcher(text);
        while (m.lookingAt()) {
            atoms.add(atom(m));
            m.region(m.end(), text.length());
        }
        // Classes with single characters above 255 are matched by Pattern.
        boolean latin = text.chars().allMatch(c -> c < LATIN);
        return latin && m.regionStart() == text.length() ? atoms : null;
    }

    private static Atom atom(Matcher m) {
        BitSet members = new BitSet(LATIN);
        Predicate<String> each = Pattern.compile(m.group(1), DOTALL).asMatchPredicate();
        for (int c = 0; c <= LATIN; c++) {
            members.set(c, each.test(Character.toString(c)));
        }
        String count = m.group(3);
        String most = m.group(5);
        int least = count == null ? 0 : Integer.parseInt(count);
        return switch (m.group(2)) {
            case "*" -> new Atom(members, 0, Integer.MAX_VALUE);
            case "+" -> new Atom(members, 1, Integer.MAX_VALUE);
            case "?" -> new Atom(members, 0, 1);
            case "" -> new Atom(members, 1, 1);
            default ->
                    new Atom(
                            members,
                            least,
                            m.group(4) == null
                                    ? least
                                    : most == null ? Integer.MAX_VALUE : Integer.parseInt(most));
        };
    }
}
