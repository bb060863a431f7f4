package io.millrace.models.c;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a header's text into tokens (ISO/IEC 9899:2018, 5.1.1.2, phases 2 and 3). Comments are
 * kept with the adjacent tokens, because they describe members.
 */
final class Lexer {

    private static final int MAX_COMMENT = 500;
    private static final List<String> LONG_SIGNS =
            List.of("...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "##", "->");

    private final Source source;
    private final String text;
    private final Problems problems;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /** Line ends since the last token. */
    private int lines = 1;

    /** Line ends since the last comment. */
    private int linesBehindComment;

    private String comment = "";
    private String remark = "";
    private boolean lineComment;

    private Lexer(Source source, Problems problems) {
        this.source = source;
        this.text = source.text();
        this.problems = problems;
    }

    /** Returns the tokens of a file, with one of kind END after them. */
    static List<Token> tokens(Source source, Problems problems) {
        Lexer lexer = new Lexer(source, problems);
        while (lexer.at < lexer.text.length()) {
            lexer.next();
        }
        lexer.add(Token.Kind.END, lexer.text.length(), lexer.text.length());
        return lexer.tokens;
    }

    private void next() {
        char c = text.charAt(at);
        if (c == '\\' && at + 1 < text.length() && isLineEnd(text.charAt(at + 1))) {
            at += text.startsWith("\r\n", at + 1) ? 3 : 2;
        } else if (isLineEnd(c)) {
            at += text.startsWith("\r\n", at) ? 2 : 1;
            lines++;
            linesBehindComment++;
        } else if (c <= ' ' || c == '\uFEFF') {
            at++;
        } else if (text.startsWith("//", at)) {
            int end = at;
            while (end < text.length() && !isLineEnd(text.charAt(end))) {
                end++;
            }
            comment(text.substring(at + 2, end), true);
            at = end;
        } else if (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            if (end < 0) {
                problem(at, "found a comment that is not closed, expected */");
                end = text.length();
            }
            comment(text.substring(at + 2, end), false);
            at = Math.min(text.length(), end + 2);
        } else {
            token(c);
        }
    }

    private void comment(String written, boolean toLineEnd) {
        String plain = plain(written);
        boolean behind = lines == 0 && !tokens.isEmpty();
        boolean goesOn = toLineEnd && lineComment && linesBehindComment == 1;
        if (behind && remark.isEmpty()) {
            remark = plain;
        } else if (goesOn && !comment.isEmpty()) {
            comment = (comment + " " + plain).strip();
        } else if (goesOn && !remark.isEmpty() && comment.isEmpty()) {
            remark = (remark + " " + plain).strip();
        } else {
            comment = plain;
        }
        lineComment = toLineEnd;
        linesBehindComment = 0;
        for (int i = 0; i < written.length(); i++) {
            if (written.charAt(i) == '\n') {
                lines++;
            }
        }
    }

    /** Returns a comment's words without stars, rulers and the marks of documentation tools. */
    private static String plain(String comment) {
        String words =
                comment.substring(0, Math.min(comment.length(), 4 * MAX_COMMENT))
                        .replaceAll("(?m)^[ \t]*\\*+", " ")
                        .replaceAll("^[*!/]*<?|[-=*#_]{3,}|[@\\\\]brief\\b", " ")
                        .replaceAll("\\p{Cntrl}|\\s+", " ")
                        .replaceAll(" {2,}", " ")
                        .strip();
        return words.length() > MAX_COMMENT ? words.substring(0, MAX_COMMENT) : words;
    }

    private void token(char c) {
        int from = at;
        if (Character.isJavaIdentifierStart(c)) {
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                at++;
            }
            add(Token.Kind.NAME, from, at);
        } else if (isDigit(c)
                || c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
            number();
            add(Token.Kind.NUMBER, from, at);
        } else if (c == '"' || c == '\'') {
            quoted(c);
            add(c == '"' ? Token.Kind.TEXT : Token.Kind.CHARACTER, from, at);
        } else {
            String sign =
                    LONG_SIGNS.stream()
                            .filter(s -> text.startsWith(s, from))
                            .findFirst()
                            .orElse("x");
            at += sign.length();
            add(Token.Kind.SIGN, from, at);
        }
    }

    private void number() {
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean sign =
                    (c == '+' || c == '-')
                            && "eEpP".indexOf(text.charAt(at - 1)) >= 0
                            && !text.startsWith("0x", at - 2);
            if (!Character.isLetterOrDigit(c) && c != '.' && c != '_' && !sign) {
                return;
            }
            at++;
        }
    }

    private void quoted(char quote) {
        int from = at++;
        while (at < text.length() && text.charAt(at) != quote && !isLineEnd(text.charAt(at))) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, text.length());
        if (text.charAt(at - 1) != quote || at == from + 1) {
            problem(from, "found a literal that is not closed, expected " + quote);
        }
    }

    private void add(Token.Kind kind, int from, int to) {
        String near = linesBehindComment <= 1 ? comment : "";
        boolean first = lines > 0 || tokens.isEmpty();
        tokens.add(new Token(kind, text.substring(from, to), source, from, first, near, remark, 0));
        comment = "";
        remark = "";
        lineComment = false;
        lines = 0;
        linesBehindComment = 0;
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void problem(int from, String found) {
        problems.error(ErrorCode.MODEL_IMPORT, source.at(from), found);
    }
}
