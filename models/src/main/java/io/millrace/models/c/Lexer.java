package io.millrace.models.c;

import static java.lang.Math.min;

import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.c.Token.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * A lexer that splits a header into tokens (ISO/IEC 9899:2018, 5.1.1.2, phases 2 and 3). Comments
 * are stored with the adjacent tokens, because they describe members.
 */
final class Lexer {

    private static final int MAX_COMMENT = 500;
    private static final String LONG_SIGNS = "... << >> <= >= == != && || ## ->";

    private final Source source;
    private final String text;
    private final ConversionReport report;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /** Number of line ends since the last token. */
    private int lines = 1;

    /** Number of line ends since the last comment. */
    private int linesAfterComment;

    private String comment = "";
    private String remark = "";
    private boolean lineComment;

    private Lexer(Source source, ConversionReport report) {
        this.source = source;
        text = source.text();
        this.report = report;
    }

    /** Returns the tokens of a file, followed by a token of kind END. */
    static List<Token> tokens(Source source, ConversionReport report) {
        Lexer lexer = new Lexer(source, report);
        while (lexer.at < lexer.text.length()) {
            lexer.next();
        }
        lexer.add(Kind.END, lexer.at);
        return lexer.tokens;
    }

    private void next() {
        char c = text.charAt(at);
        if (c == '\\' && at + 1 < text.length() && isLineEnd(text.charAt(at + 1))) {
            at += text.startsWith("\r\n", at + 1) ? 3 : 2;
        } else if (isLineEnd(c)) {
            at += text.startsWith("\r\n", at) ? 2 : 1;
            lines++;
            linesAfterComment++;
        } else if (c <= ' ' || c == '\uFEFF') {
            at++;
        } else if (text.startsWith("//", at)) {
            int from = at + 2;
            skip(each -> !isLineEnd(each));
            comment(text.substring(from, at), true);
        } else if (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            if (end < 0) {
                problem(at, "found a comment that is not closed, expected */");
                end = text.length();
            }
            comment(text.substring(at + 2, end), false);
            at = min(text.length(), end + 2);
        } else {
            token(c);
        }
    }

    private void skip(IntPredicate characters) {
        while (at < text.length() && characters.test(text.charAt(at))) {
            at++;
        }
    }

    private void comment(String written, boolean toLineEnd) {
        String plain = plain(written);
        boolean after = lines == 0 && !tokens.isEmpty();
        boolean goesOn = toLineEnd && lineComment && linesAfterComment == 1;
        if (after && remark.isEmpty()) {
            remark = plain;
        } else if (goesOn && !comment.isEmpty()) {
            comment = (comment + " " + plain).strip();
        } else if (goesOn && !remark.isEmpty()) {
            remark = (remark + " " + plain).strip();
        } else {
            comment = plain;
        }
        lineComment = toLineEnd;
        linesAfterComment = 0;
        lines += (int) written.chars().filter(c -> c == '\n').count();
    }

    /**
     * Returns the text of a comment without asterisks, rulers and markup of documentation tools.
     */
    private static String plain(String comment) {
        String words =
                comment.substring(0, min(comment.length(), 4 * MAX_COMMENT))
                        .replaceAll("(?m)^[ \t]*\\*+", " ")
                        .replaceAll("^[*!/]*<?|[-=*#_]{3,}|[@\\\\]brief\\b", " ")
                        .replaceAll("\\p{Cntrl}|\\s+", " ")
                        .replaceAll(" {2,}", " ")
                        .strip();
        return words.substring(0, min(words.length(), MAX_COMMENT));
    }

    private void token(char c) {
        int from = at;
        if (Character.isJavaIdentifierStart(c)) {
            skip(Character::isJavaIdentifierPart);
            add(Kind.NAME, from);
        } else if (isDigit(at) || c == '.' && isDigit(at + 1)) {
            skip(this::isInNumber);
            add(Kind.NUMBER, from);
        } else if (c == '"' || c == '\'') {
            quoted(c);
            add(c == '"' ? Kind.TEXT : Kind.CHARACTER, from);
        } else {
            at +=
                    Stream.of(LONG_SIGNS.split(" "))
                            .filter(s -> text.startsWith(s, from))
                            .findFirst()
                            .orElse("x")
                            .length();
            add(Kind.SIGN, from);
        }
    }

    private boolean isInNumber(int c) {
        boolean sign =
                (c == '+' || c == '-')
                        && "eEpP".indexOf(text.charAt(at - 1)) >= 0
                        && !text.startsWith("0x", at - 2);
        return Character.isLetterOrDigit(c) || c == '.' || c == '_' || sign;
    }

    private void quoted(char quote) {
        int from = at++;
        while (at < text.length() && text.charAt(at) != quote && !isLineEnd(text.charAt(at))) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = min(at + 1, text.length());
        if (text.charAt(at - 1) != quote || at == from + 1) {
            problem(from, "found a literal that is not closed, expected " + quote);
        }
    }

    private void add(Kind kind, int from) {
        String near = linesAfterComment <= 1 ? comment : "";
        boolean first = lines > 0 || tokens.isEmpty();
        tokens.add(new Token(kind, text.substring(from, at), source, from, first, near, remark, 0));
        comment = "";
        remark = "";
        lineComment = false;
        lines = 0;
        linesAfterComment = 0;
    }

    private static boolean isLineEnd(int c) {
        return c == '\n' || c == '\r';
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private void problem(int from, String found) {
        report.problem(source.at(from), found);
    }
}
