package io.millrace.models.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Creates strings that match a regular expression of XML Schema, from printable ASCII characters.
 * Unbounded repetitions occur a few times.
 */
final class PatternSampler {

    private static final int MAX_LEVELS = 50;
    private static final int MAX_REPEATS = 10_000;

    private final String pattern;
    private final Random random;
    private int at;
    private int levels;

    private PatternSampler(String pattern, Random random) {
        this.pattern = pattern;
        this.random = random;
    }

    /** Returns a string that matches; null if this class does not support the expression. */
    static String of(String pattern, Random random) {
        try {
            PatternSampler made = new PatternSampler(pattern, random);
            Part part = made.branches();
            StringBuilder out = new StringBuilder();
            part.to(out);
            return made.at == pattern.length() ? out.toString() : null;
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            return null;
        }
    }

    /** A part of an expression, which appends a matching string. */
    private interface Part {
        void to(StringBuilder out);
    }

    private Part branches() {
        if (++levels > MAX_LEVELS) {
            throw new IllegalArgumentException("too deep");
        }
        List<Part> branches = new ArrayList<>();
        branches.add(pieces());
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            branches.add(pieces());
        }
        levels--;
        return out -> branches.get(random.nextInt(branches.size())).to(out);
    }

    private Part pieces() {
        List<Part> pieces = new ArrayList<>();
        while (at < pattern.length() && "|)".indexOf(pattern.charAt(at)) < 0) {
            pieces.add(repeated(atom()));
        }
        return out -> pieces.forEach(p -> p.to(out));
    }

    private Part repeated(Part atom) {
        char sign = at < pattern.length() ? pattern.charAt(at) : ' ';
        int least;
        int most;
        switch (sign) {
            case '?' -> {
                least = 0;
                most = 1;
            }
            case '*' -> {
                least = 0;
                most = 3;
            }
            case '+' -> {
                least = 1;
                most = 4;
            }
            case '{' -> {
                int end = pattern.indexOf('}', at);
                String[] counts = pattern.substring(at + 1, end).split(",", -1);
                least = Integer.parseInt(counts[0]);
                most =
                        counts.length == 1
                                ? least
                                : counts[1].isEmpty() ? least + 3 : Integer.parseInt(counts[1]);
                at = end;
            }
            default -> {
                return atom;
            }
        }
        at++;
        if (most < least || least > MAX_REPEATS) {
            throw new IllegalArgumentException("repeats " + least + " to " + most);
        }
        int more = Math.min(most - least, 8) + 1;
        return out -> {
            for (int i = least + random.nextInt(more); i > 0; i--) {
                atom.to(out);
            }
        };
    }

    private Part atom() {
        char c = pattern.charAt(at);
        if (c == '(') {
            at++;
            Part inner = branches();
            if (pattern.charAt(at++) != ')') {
                throw new IllegalArgumentException("no )");
            }
            return inner;
        }
        if (c == '[') {
            return oneOf(classText());
        }
        if (c == '.') {
            at++;
            return oneOf("[A-Za-z0-9]");
        }
        if (c == '\\') {
            return oneOf(escape());
        }
        at++;
        return out -> out.append(c);
    }

    private String escape() {
        int from = at++;
        char c = pattern.charAt(at++);
        if (c == 'p' || c == 'P') {
            at = pattern.indexOf('}', at) + 1;
        }
        return switch (c) {
            case 'i' -> "[A-Za-z_]";
            case 'c' -> "[A-Za-z0-9_.-]";
            default -> pattern.substring(from, at);
        };
    }

    /** Returns a class of characters in Java's syntax, in which a difference is an intersection. */
    private String classText() {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        do {
            char c = pattern.charAt(at);
            if (c == '\\') {
                text.append(escape());
                continue;
            }
            if (c == '-' && pattern.startsWith("-[", at)) {
                text.append("&&[^");
                depth++;
                at += 2;
                continue;
            }
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            text.append(c == '&' ? "\\&" : String.valueOf(c));
            at++;
        } while (depth > 0);
        return text.toString();
    }

    /** Returns a part that selects one of the printable characters of a Java class. */
    private Part oneOf(String javaClass) {
        List<Character> all = new ArrayList<>();
        try {
            Pattern one = Pattern.compile(javaClass);
            for (char c = ' '; c < 0x7F; c++) {
                if (one.matcher(String.valueOf(c)).matches()) {
                    all.add(c);
                }
            }
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(javaClass, e);
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException(javaClass);
        }
        if (all.size() > 1) {
            all.remove(Character.valueOf(' '));
        }
        return out -> out.append(all.get(random.nextInt(all.size())));
    }
}
