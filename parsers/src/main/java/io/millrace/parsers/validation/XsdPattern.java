package io.millrace.parsers.validation;

import java.util.Arrays;
import java.util.List;

/**
 * A regular expression of XML Schema (part 2, appendix F), which matches complete strings.
 *
 * <p>The match follows all paths through the expression in parallel, without backtracking. The time
 * is proportional to the length of the string and to the size of the expression. Immutable; safe to
 * use from several threads.
 */
final class XsdPattern {

    /** Maximum length of an expression after its repetitions are expanded. */
    private static final int MAX_EXPANDED_LENGTH = 10_000;

    /** Maximum number of steps for a string. */
    private static final long MAX_STEPS = 50_000_000;

    private final String text;

    // States of an automaton. A state has a set of characters that leads to the next state. If the
    // set is null, the state has two successors, or is the end if both are negative.
    private CharacterSet[] sets = new CharacterSet[16];
    private int[] first = new int[16];
    private int[] second = new int[16];
    private int size;

    private XsdPattern(String text) {
        this.text = text;
    }

    /**
     * Compiles an expression.
     *
     * @throws PatternException if the expression is invalid or too large; the message contains the
     *     reason
     */
    public static XsdPattern compile(String expression) {
        XsdPattern made = new XsdPattern(expression);
        made.emit(PatternParser.parse(expression));
        made.add(null, -1, -1);
        return made;
    }

    private int add(CharacterSet set, int one, int two) {
        if (size >= MAX_EXPANDED_LENGTH) {
            throw new PatternException(
                    "it has too many repetitions: more than " + MAX_EXPANDED_LENGTH + " steps");
        }
        if (size == first.length) {
            sets = Arrays.copyOf(sets, size * 2);
            first = Arrays.copyOf(first, size * 2);
            second = Arrays.copyOf(second, size * 2);
        }
        sets[size] = set;
        first[size] = one;
        second[size] = two;
        return size++;
    }

    private void emit(PatternNode node) {
        switch (node) {
            case PatternNode.One(CharacterSet set) -> add(set, 0, 0);
            case PatternNode.Row(List<PatternNode> parts) -> parts.forEach(this::emit);
            case PatternNode.Either(List<PatternNode> branches) -> emitAlternatives(branches);
            case PatternNode.Repeat(PatternNode part, int min, int max) -> repeat(part, min, max);
        }
    }

    private void emitAlternatives(List<PatternNode> branches) {
        int[] ends = new int[branches.size()];
        for (int i = 0; i < branches.size(); i++) {
            boolean last = i + 1 == branches.size();
            int fork = last ? -1 : add(null, size + 1, 0);
            emit(branches.get(i));
            ends[i] = last ? -1 : add(null, 0, 0);
            if (fork >= 0) {
                second[fork] = size;
            }
        }
        for (int end : ends) {
            if (end >= 0) {
                first[end] = size;
                second[end] = size;
            }
        }
    }

    private void repeat(PatternNode part, int min, int max) {
        for (int i = 0; i < min; i++) {
            emit(part);
        }
        if (max < 0) {
            int fork = add(null, size + 1, 0);
            emit(part);
            add(null, fork, fork);
            second[fork] = size;
            return;
        }
        int[] forks = new int[max - min];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = add(null, size + 1, 0);
            emit(part);
        }
        for (int fork : forks) {
            second[fork] = size;
        }
    }

    /**
     * Whether the whole string matches.
     *
     * @throws PatternException if the string is too long for the expression
     */
    public boolean matches(String candidate) {
        Walk walk = new Walk();
        walk.reach(0);
        for (int i = 0; i < candidate.length(); ) {
            int c = candidate.codePointAt(i);
            i += Character.charCount(c);
            if (!walk.step(c)) {
                return false;
            }
        }
        return walk.ended;
    }

    /** The states reached for the characters processed so far. */
    private final class Walk {
        private int[] now = new int[size];
        private int[] then = new int[size];
        private int count;
        private final int[] seen = new int[size];
        private final int[] open = new int[size];
        private int round = 1;
        private boolean ended;
        private long steps;

        /** Adds a state and all states that can be reached from it without a character. */
        void reach(int start) {
            int top = push(start, 0);
            while (top > 0) {
                int at = open[--top];
                steps++;
                if (sets[at] != null) {
                    now[count++] = at;
                } else if (first[at] < 0) {
                    ended = true;
                } else {
                    top = push(first[at], top);
                    top = push(second[at], top);
                }
            }
        }

        private int push(int at, int top) {
            if (seen[at] == round) {
                return top;
            }
            seen[at] = round;
            open[top] = at;
            return top + 1;
        }

        /** Processes a character; returns whether a match is still possible. */
        boolean step(int c) {
            int[] before = now;
            int places = count;
            now = then;
            then = before;
            count = 0;
            ended = false;
            round++;
            steps += places;
            if (steps > MAX_STEPS) {
                throw new PatternException("the text is too long for the pattern " + text);
            }
            for (int i = 0; i < places; i++) {
                if (sets[before[i]].has(c)) {
                    reach(before[i] + 1);
                }
            }
            return count > 0 || ended;
        }
    }

    /** Returns the source of the expression. */
    @Override
    public String toString() {
        return text;
    }
}
