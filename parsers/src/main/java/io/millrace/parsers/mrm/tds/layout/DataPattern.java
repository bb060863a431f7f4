package io.millrace.parsers.mrm.tds.layout;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression that specifies the extent of an element. Sequences of character classes,
 * each followed by another class after which it can continue, are matched by hand; all others by
 * {@link Pattern}, in a bounded number of steps.
 */
public final class DataPattern {

    /** No match. */
    static final int NONE = -1;

    private static final int LATIN = 256;

    /** Maximum number of steps of a message's patterns for each character of the message. */
    private static final int STEPS_PER_CHARACTER = 200;

    private static final int MIN_STEPS = 100_000;

    /**
     * The step budget that all patterns of one message share, so that their cost is at most
     * proportional to its size.
     */
    public static final class Steps {
        private long left;

        /**
         * @param characters of the message
         */
        public Steps(long characters) {
            this.left = MIN_STEPS + STEPS_PER_CHARACTER * characters;
        }

        private void take(long count) {
            left -= count;
            if (left < 0) {
                throw new TooManySteps();
            }
        }
    }

    /** A pattern has exceeded its number of steps for the length of the text. */
    public static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManySteps() {
            super("", null, false, false);
        }
    }

    /**
     * Repeated characters of a class.
     *
     * @param latin the members below 256
     * @param others whether all other characters are members
     */
    private record Atom(BitSet latin, boolean others, int least, int most) {

        boolean has(char c) {
            return c < LATIN ? latin.get(c) : others;
        }

        boolean meets(Atom other) {
            return latin.intersects(other.latin) || others && other.others;
        }
    }

    private final Pattern pattern;

    /** Null if the pattern is not simple. */
    private final List<Atom> atoms;

    private DataPattern(Pattern pattern, List<Atom> atoms) {
        this.pattern = pattern;
        this.atoms = atoms;
    }

    /**
     * Compiles a pattern.
     *
     * @throws java.util.regex.PatternSyntaxException if it is not a pattern
     */
    static DataPattern compile(String text) {
        Pattern pattern = Pattern.compile(text, Pattern.DOTALL);
        List<Atom> atoms = new Simple(text).read();
        return new DataPattern(pattern, atoms != null && isPlain(atoms) ? atoms : null);
    }

    /** Whether a match of the maximum length is always correct. */
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

    boolean isSimple() {
        return atoms != null;
    }

    /** Returns the end of a match that begins at a position; NONE if there is none. */
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

    /** A text from a position on, which counts the accesses to it. */
    private static final class Counted implements CharSequence {
        private final CharSequence text;
        private final int from;
        private final Steps steps;

        Counted(CharSequence text, int from, Steps steps) {
            this.text = text;
            this.from = from;
            this.steps = steps;
        }

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

    /** Reads rows of character classes. */
    private static final class Simple {
        private static final String SPECIAL = "()|^$*+?{}[]\\.";

        private final String text;
        private int at;

        Simple(String text) {
            this.text = text;
        }

        /** Returns null if the pattern contains any other construct. */
        List<Atom> read() {
            List<Atom> atoms = new ArrayList<>();
            while (at < text.length()) {
                IntPredicate members = members();
                Atom atom = members == null ? null : repeatedAtom(members);
                if (atom == null) {
                    return null;
                }
                atoms.add(atom);
            }
            return atoms;
        }

        private IntPredicate members() {
            char c = text.charAt(at++);
            return switch (c) {
                case '.' -> x -> true;
                case '[' -> listed();
                case '\\' -> escaped();
                default -> SPECIAL.indexOf(c) >= 0 ? null : x -> x == c;
            };
        }

        private IntPredicate escaped() {
            if (at == text.length()) {
                return null;
            }
            char c = text.charAt(at++);
            return switch (c) {
                case 'd' -> Simple::isDigit;
                case 'D' -> x -> !isDigit(x);
                case 'w' -> Simple::isWord;
                case 'W' -> x -> !isWord(x);
                case 's' -> Simple::isSpace;
                case 'S' -> x -> !isSpace(x);
                case 'r' -> x -> x == '\r';
                case 'n' -> x -> x == '\n';
                case 't' -> x -> x == '\t';
                default -> Character.isLetterOrDigit(c) ? null : x -> x == c;
            };
        }

        private static boolean isDigit(int c) {
            return c >= '0' && c <= '9';
        }

        private static boolean isWord(int c) {
            return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
        }

        private static boolean isSpace(int c) {
            return c == ' ' || c >= '\t' && c <= '\r';
        }

        /** Returns a class between brackets. */
        private IntPredicate listed() {
            boolean not = at < text.length() && text.charAt(at) == '^';
            at += not ? 1 : 0;
            IntPredicate members = x -> false;
            boolean first = true;
            while (at < text.length() && (first || text.charAt(at) != ']')) {
                first = false;
                char c = text.charAt(at++);
                if (c == '[' || c == '&' || c == ']') {
                    return null;
                }
                if (c == '\\') {
                    IntPredicate one = escaped();
                    if (one == null || isRange()) {
                        return null;
                    }
                    members = members.or(one);
                } else if (isRange()) {
                    char end = text.charAt(at + 1);
                    if (end == '\\' || end == '[' || end < c) {
                        return null;
                    }
                    at += 2;
                    members = members.or(x -> x >= c && x <= end);
                } else {
                    members = members.or(x -> x == c);
                }
            }
            if (at >= text.length()) {
                return null;
            }
            at++;
            return not ? members.negate() : members;
        }

        private boolean isRange() {
            return at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']';
        }

        private Atom repeatedAtom(IntPredicate members) {
            int least = 1;
            int most = 1;
            if (at < text.length()) {
                switch (text.charAt(at)) {
                    case '*' -> {
                        least = 0;
                        most = Integer.MAX_VALUE;
                        at++;
                    }
                    case '+' -> {
                        most = Integer.MAX_VALUE;
                        at++;
                    }
                    case '?' -> {
                        least = 0;
                        at++;
                    }
                    case '{' -> {
                        Matcher m =
                                Pattern.compile("\\{([0-9]{1,6})(,([0-9]{1,6})?)?}")
                                        .matcher(text)
                                        .region(at, text.length());
                        if (!m.lookingAt()) {
                            return null;
                        }
                        least = Integer.parseInt(m.group(1));
                        most =
                                m.group(2) == null
                                        ? least
                                        : m.group(3) == null
                                                ? Integer.MAX_VALUE
                                                : Integer.parseInt(m.group(3));
                        at = m.end();
                    }
                    default -> {
                        // Once.
                    }
                }
            }
            boolean lazy = at < text.length() && "?+*{".indexOf(text.charAt(at)) >= 0;
            if (lazy) {
                return null;
            }
            BitSet latin = new BitSet(LATIN);
            for (int c = 0; c < LATIN; c++) {
                latin.set(c, members.test(c));
            }
            // Classes that single characters above 255 make are left to the pattern.
            boolean uneven = false;
            for (int c = LATIN; c <= Character.MAX_VALUE && !uneven; c++) {
                uneven = members.test(c) != members.test(LATIN);
            }
            return uneven ? null : new Atom(latin, members.test(LATIN), least, most);
        }
    }
}
