package io.millrace.parsers.validation;

import static java.lang.Math.min;

import java.util.List;
import java.util.Random;

/**
 * Makes strings that match a regular expression of XML Schema, of printable ASCII characters, and
 * of letters and digits where these match; parts that repeat without end occur a few times.
 */
public final class PatternSampler {

    private static final int MORE_REPEATS = 3;
    private static final int MAX_MORE = 8;

    private final Random random;
    private final StringBuilder out = new StringBuilder();

    private PatternSampler(Random random) {
        this.random = random;
    }

    /** Returns a text that matches; null where none can be made, or the expression is none. */
    public static String of(String pattern, Random random) {
        try {
            PatternNode parsed = PatternParser.parse(pattern);
            XsdPattern.compile(pattern);
            PatternSampler made = new PatternSampler(random);
            made.add(parsed);
            return made.out.toString();
        } catch (PatternException e) {
            return null;
        }
    }

    private void add(PatternNode node) {
        switch (node) {
            case PatternNode.One(CharacterSet set) -> out.append(character(set));
            case PatternNode.Row(List<PatternNode> parts) -> parts.forEach(this::add);
            case PatternNode.Either(List<PatternNode> branches) ->
                    add(branches.get(random.nextInt(branches.size())));
            case PatternNode.Repeat(PatternNode part, int min, int max) -> {
                int more = max < 0 ? MORE_REPEATS : min(max - min, MAX_MORE);
                for (int i = min + random.nextInt(more + 1); i > 0; i--) {
                    add(part);
                }
            }
        }
    }

    private char character(CharacterSet set) {
        StringBuilder plain = new StringBuilder();
        StringBuilder others = new StringBuilder();
        for (char c = '!'; c < 0x7F; c++) {
            if (set.has(c)) {
                (Character.isLetterOrDigit(c) ? plain : others).append(c);
            }
        }
        StringBuilder found = plain.isEmpty() ? others : plain;
        if (found.isEmpty() && set.has(' ')) {
            return ' ';
        }
        if (found.isEmpty()) {
            throw new PatternException("no printable character");
        }
        return found.charAt(random.nextInt(found.length()));
    }
}
