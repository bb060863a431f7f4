package io.millrace.parsers.validation;

import io.millrace.parsers.validation.PatternNode.One;
import io.millrace.parsers.validation.PatternNode.Repeat;

import java.util.ArrayList;

/** A parser of regular expressions of XML Schema. */
final class PatternParser {

    private static final int MAX_DEPTH = 100;
    private static final int MAX_COUNT = 10_000;
    private static final String QUANTIFIERS = "?*+{";
    private static final String SPECIAL = "\\|.?*+(){}[]";

    private final String text;
    private int at;
    private int depth;

    private PatternParser(String text) {
        this.text = text;
    }

    static PatternNode parse(String text) {
        PatternParser parser = new PatternParser(text);
        PatternNode node = parser.branches();
        if (parser.at < text.length()) {
            throw parser.syntaxError("')' without '('");
        }
        return node;
    }

    private PatternException syntaxError(String why) {
        return new PatternException(why + " at character " + (at + 1) + " of the pattern " + text);
    }

    private boolean isAt(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean skip(char c) {
        boolean there = isAt(c);
        at += there ? 1 : 0;
        return there;
    }

    private PatternNode branches() {
        if (++depth > MAX_DEPTH) {
            throw syntaxError("more than " + MAX_DEPTH + " nested parentheses");
        }
        var branches = new ArrayList<PatternNode>();
        do {
            branches.add(row());
        } while (skip('|'));
        depth--;
        return branches.size() == 1 ? branches.getFirst() : new PatternNode.Either(branches);
    }

    private PatternNode row() {
        var parts = new ArrayList<PatternNode>();
        while (at < text.length() && !isAt('|') && !isAt(')')) {
            parts.add(quantified(atom()));
        }
        return parts.size() == 1 ? parts.getFirst() : new PatternNode.Row(parts);
    }

    private PatternNode quantified(PatternNode atom) {
        if (at >= text.length() || QUANTIFIERS.indexOf(text.charAt(at)) < 0) {
            return atom;
        }
        return switch (text.charAt(at++)) {
            case '?' -> new Repeat(atom, 0, 1);
            case '*' -> new Repeat(atom, 0, -1);
            case '+' -> new Repeat(atom, 1, -1);
            default -> counted(atom);
        };
    }

    private PatternNode counted(PatternNode atom) {
        int min = number();
        int max = min;
        if (skip(',')) {
            max = isAt('}') ? -1 : number();
        }
        if (!skip('}') || max >= 0 && max < min) {
            throw syntaxError("an invalid repeat count, expected {n}, {n,} or {n,m}");
        }
        return new Repeat(atom, min, max);
    }

    private int number() {
        int from = at;
        int number = 0;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            number = number * 10 + text.charAt(at++) - '0';
            if (number > MAX_COUNT) {
                throw syntaxError("a count of more than " + MAX_COUNT);
            }
        }
        if (from == at) {
            throw syntaxError("a number is missing");
        }
        return number;
    }

    private PatternNode atom() {
        char c = text.charAt(at);
        switch (c) {
            case '(' -> {
                at++;
                PatternNode inner = branches();
                if (!skip(')')) {
                    throw syntaxError("')' is missing");
                }
                return inner;
            }
            case '[' -> {
                at++;
                return new One(set());
            }
            case '.' -> {
                at++;
                return new One(CharacterSet.any());
            }
            case '\\' -> {
                return new One(escaped());
            }
            default -> {
                if (SPECIAL.indexOf(c) >= 0) {
                    throw syntaxError("'" + c + "' must be escaped with a backslash");
                }
                return new One(single(character()));
            }
        }
    }

    private static CharacterSet single(int c) {
        return CharacterSet.range(c, c);
    }

    private int character() {
        int c = text.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    /** Returns the characters of an escape. */
    private CharacterSet escaped() {
        at++;
        if (at >= text.length()) {
            throw syntaxError("nothing after the backslash");
        }
        char c = text.charAt(at);
        if (c == 'p' || c == 'P') {
            int close = text.indexOf('}', at);
            if (at + 1 >= text.length() || text.charAt(at + 1) != '{' || close < 0) {
                throw syntaxError("\\p without a name in braces");
            }
            CharacterSet property = CharacterSet.property(text.substring(at + 2, close));
            at = close + 1;
            return c == 'P' ? property.not() : property;
        }
        CharacterSet many = CharacterSet.escape(c);
        if (many != null) {
            at++;
            return many;
        }
        return single(escapedCharacter());
    }

    /** Returns the character for the escape letter at the current position. */
    private int escapedCharacter() {
        char c = text.charAt(at);
        int meant =
                switch (c) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    default -> Character.isLetterOrDigit(c) ? -1 : c;
                };
        if (meant < 0) {
            throw syntaxError("\\" + c + " has no meaning");
        }
        at++;
        return meant;
    }

    /** Returns the characters of a character class, after the opening bracket. */
    private CharacterSet set() {
        if (++depth > MAX_DEPTH) {
            throw syntaxError("more than " + MAX_DEPTH + " nested brackets");
        }
        boolean negative = skip('^');
        CharacterSet all = null;
        CharacterSet subtracted = null;
        while (!isAt(']') || all == null) {
            if (at >= text.length()) {
                throw syntaxError("']' is missing");
            }
            if (isAt('-') && at + 1 < text.length() && text.charAt(at + 1) == '[' && all != null) {
                at += 2;
                subtracted = set();
                break;
            }
            CharacterSet part = part();
            all = all == null ? part : all.or(part);
        }
        if (!skip(']')) {
            throw syntaxError("']' is missing");
        }
        depth--;
        all = negative ? all.not() : all;
        return subtracted == null ? all : all.without(subtracted);
    }

    private CharacterSet part() {
        if (isAt('[')) {
            throw syntaxError("'[' within brackets");
        }
        if (isAt('\\')) {
            int before = at;
            CharacterSet escaped = escaped();
            boolean one = at == before + 2 && CharacterSet.escape(text.charAt(before + 1)) == null;
            if (!one || !isRange()) {
                return escaped;
            }
            at = before + 1;
            return range(escapedCharacter());
        }
        int c = character();
        return isRange() ? range(c) : single(c);
    }

    /**
     * Whether a range follows: a minus sign that neither ends the character class nor begins a
     * subtraction.
     */
    private boolean isRange() {
        return isAt('-')
                && at + 1 < text.length()
                && text.charAt(at + 1) != ']'
                && text.charAt(at + 1) != '[';
    }

    private CharacterSet range(int from) {
        at++;
        int to;
        if (skip('\\')) {
            if (at >= text.length()) {
                throw syntaxError("nothing after the backslash");
            }
            to = escapedCharacter();
        } else {
            to = character();
        }
        if (to < from) {
            throw syntaxError("a range that ends before it begins");
        }
        return CharacterSet.range(from, to);
    }
}
