package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Problems;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A lexer that splits a source text into tokens. Characters that are not part of a token are
 * reported and skipped.
 */
final class Lexer {

    /** Key of a token for which a problem was already reported. */
    static final String REPORTED = "\uFFFD";

    private static final String TICKS = "write names in double quotes, strings in single quotes '";
    private static final int MAX_PROBLEMS = 100;
    private static final int MAX_NUMBER = 400;
    private static final String DOUBLE_SYMBOLS = "|| <= >= <> !=";
    private static final String SINGLE_SYMBOLS = "()[]{}.,;:=<>+-*/?";

    private final LineIndex lines;
    private final String text;
    private final Problems problems;
    private final Map<String, String> keys = new HashMap<>();
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int end;
    private boolean lineStart = true;
    private boolean unclosed;

    /** Whether the end of the text is part of a comment that is not closed. */
    private boolean commented;

    private int reported;

    Lexer(LineIndex lines, Problems problems) {
        this.lines = lines;
        this.text = lines.source().text();
        this.problems = problems;
    }

    /** Returns the tokens of a range of the text, followed by a token of kind END. */
    List<Token> tokens(int from, int to) {
        at = from;
        end = to;
        while (skipSpace()) {
            token();
            lineStart = false;
        }
        tokens.add(new Token(TokenKind.END, end, end, "", commented ? REPORTED : "", true));
        return tokens;
    }

    /** Skips white space and comments; returns false at the end. */
    private boolean skipSpace() {
        while (at < end) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                lineStart = true;
                at++;
            } else if (c == '\uFEFF' || Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                at++;
            } else if (c == '-' && next('-')) {
                int stop = text.indexOf('\n', at);
                at = stop < 0 || stop > end ? end : stop;
            } else if (c == '/' && next('*')) {
                skipComment();
            } else {
                return true;
            }
        }
        return false;
    }

    private void skipComment() {
        int stop = text.indexOf("*/", at + 2);
        if (stop < 0 || stop + 2 > end) {
            report(at, 2, "a comment begins here and is not closed", "close it with */");
            at = end;
            commented = true;
        } else {
            lineStart |= text.substring(at, stop).indexOf('\n') >= 0;
            at = stop + 2;
        }
    }

    private boolean next(char c) {
        return at + 1 < end && text.charAt(at + 1) == c;
    }

    private void token() {
        char c = text.charAt(at);
        if (c == '\'') {
            int from = at;
            String value = quoted('\'', "a string");
            if (!continuesString(from)) {
                add(TokenKind.STRING, from, value, "");
            }
            restoreSemicolon();
        } else if (c == '"') {
            int from = at;
            add(TokenKind.QUOTED, from, quoted('"', "a quoted name"), "");
        } else if ((c == 'X' || c == 'x') && next('\'')) {
            binary(TokenKind.HEX_STRING, "0123456789abcdefABCDEF", "hexadecimal digits");
        } else if ((c == 'B' || c == 'b') && next('\'')) {
            binary(TokenKind.BIT_STRING, "01", "digits 0 and 1");
        } else if (isDigit(c)
                || c == '.' && at + 1 < end && isDigit(text.charAt(at + 1)) && !followsOperand()) {
            number();
        } else if (isNameStart(text.codePointAt(at))) {
            word();
        } else {
            symbol(c);
        }
    }

    /** Whether a dot here would continue a path rather than start a number. */
    private boolean followsOperand() {
        Token last = tokens.isEmpty() ? null : tokens.getLast();
        return last != null
                && last.to() == at
                && (last.isName() || "]*})".contains(last.key()) && !last.key().isEmpty());
    }

    private void symbol(char c) {
        int from = at;
        String two = at + 2 <= end ? text.substring(at, at + 2) : "";
        if (two.length() == 2 && DOUBLE_SYMBOLS.contains(two) && two.indexOf(' ') < 0) {
            at += 2;
            add(TokenKind.SYMBOL, from, two, two.equals("!=") ? "<>" : two);
        } else if (SINGLE_SYMBOLS.indexOf(c) >= 0) {
            at++;
            String symbol = String.valueOf(c);
            add(TokenKind.SYMBOL, from, symbol, symbol);
        } else {
            unknown();
        }
    }

    private void unknown() {
        int from = at;
        int first = text.codePointAt(at);
        int close = "\u2018\u2019\u201C\u201D".indexOf(first) >= 0 ? closing(from) : -1;
        if (close > 0) {
            at = close + 1;
            String what = "found the quotes " + text.charAt(from) + " " + text.charAt(close);
            report(
                    from,
                    at - from,
                    what + ", which have no meaning in ESQL",
                    "write strings in straight quotes '");
            add(TokenKind.STRING, from, text.substring(from + 1, close), "");
            return;
        }
        int tick = first == '`' ? text.indexOf('`', from + 1) : -1;
        if (tick > 0 && tick < end && text.indexOf('\n', from) > tick) {
            at = tick + 1;
            report(from, at - from, "found the quotes ` `, which have no meaning in ESQL", TICKS);
            add(TokenKind.SYMBOL, from, text.substring(from, at), REPORTED);
            return;
        }
        while (at < end && text.codePointAt(at) == first) {
            at += Character.charCount(first);
        }
        at = Math.min(at, end);
        report(
                from,
                at - from,
                "found the character " + shown(first) + ", which has no meaning in ESQL",
                switch (first) {
                    case '\u2018', '\u2019' -> "write strings in straight quotes '";
                    case '\u201C', '\u201D' -> "write quoted names in straight quotes \"";
                    case '\u2013', '\u2014' -> "use - as the minus sign";
                    case '|' -> "use || to join strings";
                    case '&' -> "use || to join strings, AND to join conditions";
                    case '^' -> "use POWER(a, b)";
                    case '!' -> "use NOT to negate a condition";
                    case '%' -> "use MOD(a, b) for the remainder of a division";
                    default -> "";
                });
        add(TokenKind.SYMBOL, from, text.substring(from, at), REPORTED);
    }

    /**
     * Returns the position of the closing typographic quote on the same line; -1 if there is none.
     */
    private int closing(int from) {
        for (int i = from + 1; i < end && text.charAt(i) != '\n'; i++) {
            if (text.charAt(i) == '\u2019' || text.charAt(i) == '\u201D') {
                return i;
            }
        }
        return -1;
    }

    private static String shown(int c) {
        boolean visible =
                !Character.isISOControl(c)
                        && Character.isDefined(c)
                        && !(c >= 0xD800 && c <= 0xDFFF);
        return visible ? Character.toString(c) : String.format("U+%04X", c);
    }

    private void word() {
        int from = at;
        while (at < end && isNamePart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        at = Math.min(at, end);
        String name = text.substring(from, at);
        add(
                TokenKind.WORD,
                from,
                name,
                keys.computeIfAbsent(name, n -> n.toUpperCase(Locale.ROOT)));
    }

    private static boolean isNameStart(int c) {
        return Character.isLetter(c) || c == '_' || c == '$' || c == '#' || c == '@';
    }

    private static boolean isNamePart(int c) {
        return isNameStart(c)
                || Character.isDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Restores the semicolon that became part of a string because the closing quote is missing. */
    private void restoreSemicolon() {
        if (unclosed && (at >= end || tokens.getLast().text().stripTrailing().endsWith(";"))) {
            add(TokenKind.SYMBOL, at - 1, ";", ";");
        }
        unclosed = false;
    }

    /**
     * Returns the text between two quotes. A doubled quote represents one quote. A string without a
     * closing quote ends at the end of the line.
     */
    private String quoted(char quote, String what) {
        int from = at;
        int stop = text.indexOf(quote, at + 1);
        boolean doubled = false;
        while (stop >= 0 && stop + 1 < end && text.charAt(stop + 1) == quote) {
            doubled = true;
            stop = text.indexOf(quote, stop + 2);
        }
        if (stop < 0 || stop >= end) {
            int line = text.indexOf('\n', from);
            stop = line < 0 || line > end ? end : line;
            at = stop;
            report(
                    from,
                    stop - from,
                    what + " begins here and is not closed",
                    "close it with " + quote);
            unclosed = true;
        } else {
            at = stop + 1;
        }
        String inner = text.substring(from + 1, stop);
        return doubled ? inner.replace("" + quote + quote, "" + quote) : inner;
    }

    /**
     * Reports a single quote within a string, as in {@code 'it's'}, and continues up to the last
     * quote of the line before a comment. A keyword that can follow an expression ends the string.
     */
    private boolean continuesString(int from) {
        if (at >= end
                || !isNameStart(text.codePointAt(at))
                || text.charAt(at - 1) != '\''
                || StatementWords.FOLLOWING.contains(wordAt(at))) {
            return false;
        }
        int stop = text.lastIndexOf('\'', endOfCode(at) - 1);
        long quotes =
                text.substring(at, Math.max(at, stop + 1)).chars().filter(c -> c == '\'').count();
        if (stop < at || quotes % 2 == 0) {
            return false;
        }
        int first = text.indexOf('\n', from);
        if (first < at) {
            at = first;
            report(from, at - from, "a string begins here and is not closed", "close it with '");
            unclosed = true;
            add(TokenKind.STRING, from, text.substring(from + 1, at), "");
            return true;
        }
        report(at - 1, 1, "found a quote within a string", "double a quote within a string: ''");
        at = stop + 1;
        add(TokenKind.STRING, from, text.substring(from + 1, stop), "");
        return true;
    }

    /** Returns the word that begins at an offset, in upper case. */
    private String wordAt(int from) {
        int to = from;
        while (to < end && isNamePart(text.codePointAt(to))) {
            to += Character.charCount(text.codePointAt(to));
        }
        return text.substring(from, Math.min(to, end)).toUpperCase(Locale.ROOT);
    }

    /** Returns the offset of the end of the line or of the comment that ends the line. */
    private int endOfCode(int from) {
        int line = text.indexOf('\n', from);
        int stop = line < 0 || line > end ? end : line;
        int comment = text.indexOf("--", from);
        return comment < 0 ? stop : Math.min(stop, comment);
    }

    private void binary(TokenKind kind, String allowed, String what) {
        int from = at++;
        String digits = quoted('\'', "a literal");
        if (kind == TokenKind.HEX_STRING && digits.length() % 2 != 0) {
            report(
                    from,
                    at - from,
                    "found an odd number of hexadecimal digits; a byte has two",
                    "");
            digits = "";
        }
        for (int i = 0; i < digits.length(); i++) {
            if (allowed.indexOf(digits.charAt(i)) < 0) {
                report(
                        from + 2 + i,
                        1,
                        "found " + shown(digits.charAt(i)) + ", expected " + what,
                        "");
                digits = "";
            }
        }
        add(kind, from, digits, "");
    }

    private void number() {
        int from = at;
        TokenKind kind = TokenKind.INTEGER;
        if (text.charAt(at) == '0' && (next('x') || next('X'))) {
            at += 2;
            skipWhile("0123456789abcdefABCDEF");
        } else {
            skipWhile("0123456789");
            if (at + 1 < end && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
                kind = TokenKind.DECIMAL;
                at++;
                skipWhile("0123456789");
            }
            if (skipExponent()) {
                kind = TokenKind.FLOAT;
            }
        }
        if (at < end && isNameStart(text.codePointAt(at))) {
            badName(from);
            return;
        }
        if (at - from > MAX_NUMBER) {
            report(from, at - from, "a number of " + (at - from) + " digits is too long", "");
            add(TokenKind.INTEGER, from, "0", "");
            return;
        }
        add(kind, from, text.substring(from, at), "");
    }

    private void badName(int from) {
        while (at < end && isNamePart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        at = Math.min(at, end);
        String name = text.substring(from, at);
        report(
                from,
                at - from,
                "found " + Token.shortened(name) + ", which is neither a number nor a name",
                "write a name that begins with a digit in double quotes");
        add(TokenKind.QUOTED, from, name, "");
    }

    private void skipWhile(String allowed) {
        while (at < end && allowed.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skipExponent() {
        if (at >= end || Character.toUpperCase(text.charAt(at)) != 'E') {
            return false;
        }
        int digits = at + 1;
        if (digits < end && (text.charAt(digits) == '+' || text.charAt(digits) == '-')) {
            digits++;
        }
        if (digits >= end || !isDigit(text.charAt(digits))) {
            return false;
        }
        at = digits;
        skipWhile("0123456789");
        return true;
    }

    private void add(TokenKind kind, int from, String value, String key) {
        tokens.add(new Token(kind, from, at, value, key, lineStart));
    }

    private void report(int from, int length, String what, String hint) {
        if (++reported <= MAX_PROBLEMS) {
            problems.error(ErrorCode.ESQL_SYNTAX, lines.place(from, from + length), what, hint);
        }
    }
}
