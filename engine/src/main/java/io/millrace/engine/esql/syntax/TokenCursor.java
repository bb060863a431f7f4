package io.millrace.engine.esql.syntax;

import static io.millrace.engine.error.ErrorCode.ESQL_LABEL;
import static io.millrace.engine.error.ErrorCode.ESQL_SYNTAX;
import static io.millrace.engine.error.ErrorCode.ESQL_UNSUPPORTED;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Problems;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The tokens of a source text, the current position of the parser, and the reporting of problems.
 */
final class TokenCursor {

    /** Maximum nesting depth of statements and expressions. */
    static final int MAX_DEPTH = 300;

    /**
     * Maximum number of problems of one text. A higher number indicates that the text is not ESQL.
     */
    private static final int MAX_PROBLEMS = 100;

    private final LineIndex lines;
    private final List<Token> tokens;
    private final Problems problems;
    private int at;
    private int depth;
    private int reportedAt = -1;
    private int reported;
    private boolean unbalanced;

    TokenCursor(LineIndex lines, List<Token> tokens, Problems problems) {
        this.lines = lines;
        this.tokens = tokens;
        this.problems = problems;
    }

    LineIndex lines() {
        return lines;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token previous() {
        return tokens.get(Math.max(at - 1, 0));
    }

    int position() {
        return at;
    }

    boolean atEnd() {
        return peek().kind() == TokenKind.END;
    }

    Token next() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    /** Whether the current token is a keyword or symbol. */
    boolean is(String key) {
        return peek().is(key);
    }

    boolean isAny(Set<String> keys) {
        return keys.contains(peek().key());
    }

    boolean isKind(TokenKind kind) {
        return peek().kind() == kind;
    }

    boolean accept(String key) {
        if (is(key)) {
            next();
            return true;
        }
        return false;
    }

    /** Accepts two consecutive keywords. */
    boolean accept(String first, String second) {
        if (is(first) && peek(1).is(second)) {
            next();
            next();
            return true;
        }
        return false;
    }

    Token expect(String key) {
        if (is(key)) {
            return next();
        }
        if (SyntaxHints.isMistyped(peek(), key)) {
            failure(key, "did you mean " + key + "?");
            return next();
        }
        throw failure(key);
    }

    /** Replaces the current word with keywords. A problem with the word was reported. */
    void correct(List<String> keys) {
        Token word = peek();
        List<Token> others =
                keys.stream()
                        .map(
                                key ->
                                        new Token(
                                                word.kind(),
                                                word.from(),
                                                word.to(),
                                                key,
                                                key,
                                                word.firstOnLine()))
                        .toList();
        tokens.set(at, others.getFirst());
        tokens.addAll(at + 1, others.subList(1, others.size()));
    }

    /**
     * Reports a mistyped keyword if one is at the current position, and continues as if it were
     * correct.
     */
    void correctTo(Collection<String> keywords, String expected) {
        if (keywords.contains(peek().key())) {
            return;
        }
        for (String keyword : keywords) {
            if (SyntaxHints.isMistyped(peek(), keyword)) {
                failure(expected, "did you mean " + keyword + "?");
                correct(List.of(keyword));
                return;
            }
        }
    }

    Name name(String what) {
        if (!peek().isName()) {
            throw failure(what);
        }
        Token token = next();
        return new Name(token.span(), token.text(), token.kind() == TokenKind.QUOTED);
    }

    /**
     * Returns the names in a malformed {@code DECLARE a, b ...} or {@code CREATE FUNCTION a ...}
     * that starts at a position.
     */
    List<Name> declaredAt(int position) {
        List<Name> names = new ArrayList<>();
        int i = position;
        boolean routine = tokens.get(i).is("CREATE");
        if (routine) {
            i++;
        } else if (!tokens.get(i).is("DECLARE")) {
            return List.of();
        }
        do {
            i++;
            if (i < tokens.size() && tokens.get(i).isName()) {
                Token token = tokens.get(i++);
                names.add(new Name(token.span(), token.text(), token.kind() == TokenKind.QUOTED));
            }
            if (!routine && names.size() == 1 && tokens.get(i).isName()) {
                // The type and the name can be exchanged: DECLARE INTEGER x.
                names.add(new Name(tokens.get(i).span(), tokens.get(i).text(), false));
            }
        } while (!routine && i < tokens.size() && tokens.get(i).is(","));
        return List.copyOf(names);
    }

    /** Returns the span from a token to the last consumed token. */
    Span since(Token first) {
        return first.span().to(previous().span());
    }

    Span since(Span first) {
        return first.to(previous().span());
    }

    /**
     * Reports the current token and what was expected. Returns an exception for the caller to
     * throw.
     */
    SyntaxFailure failure(String expected) {
        return failure(expected, "");
    }

    SyntaxFailure failure(String expected, String hint) {
        report(
                peek(),
                "found " + peek().described() + ", expected " + expected,
                hint.isEmpty() ? SyntaxHints.on(previous(), peek(), peek(1), expected) : hint);
        return SyntaxFailure.INSTANCE;
    }

    /** Reports a problem at a token, unless a problem was already reported there. */
    void report(Token token, String what, String hint) {
        if (reportedAt == token.from() || token.is(Lexer.REPORTED)) {
            return;
        }
        reportedAt = token.from();
        report(token.span(), what, hint);
    }

    /**
     * Reports that the current token does not close the innermost construct. Where the next
     * definition starts is then uncertain.
     */
    void unbalanced(String what, String hint) {
        report(peek(), what, hint);
        unbalanced = true;
    }

    /** Whether a construct of the current module is not closed properly. */
    boolean isUnbalanced() {
        return unbalanced;
    }

    /** Starts a module, whose constructs are balanced so far. */
    void beginModule() {
        unbalanced = false;
    }

    void report(Span span, String what, String hint) {
        if (++reported < MAX_PROBLEMS) {
            problems.error(ESQL_SYNTAX, lines.place(span.from(), span.to()), what, hint);
        } else if (reported == MAX_PROBLEMS) {
            problems.error(
                    ESQL_SYNTAX,
                    lines.place(span.from(), span.to()),
                    "too many problems; the rest is not reported");
        }
    }

    void warn(ErrorCode code, Span span, String what, String hint) {
        problems.warning(code, lines.place(span.from(), span.to()), what, hint);
    }

    /**
     * Reports a missing semicolon after the last token, unless a problem was reported at the next
     * token.
     */
    void missingSemicolon() {
        if (reportedAt == peek().from() || is(Lexer.REPORTED)) {
            return;
        }
        reportedAt = peek().from();
        int end = previous().to();
        report(
                new Span(end, end + 1),
                "found " + peek().described() + ", expected ; after the statement",
                "");
    }

    void unsupported(Span span, String what) {
        problems.error(
                ESQL_UNSUPPORTED,
                lines.place(span.from(), span.to()),
                what + " is not supported by this version",
                "");
    }

    void labelProblem(Token token, String what) {
        problems.error(ESQL_LABEL, lines.place(token.span().from(), token.span().to()), what, "");
    }

    /** Enters a nesting level; {@link #leave} must follow. */
    void enter() {
        if (++depth > MAX_DEPTH) {
            depth--;
            report(
                    peek(),
                    "statements and expressions nest deeper than " + MAX_DEPTH + " levels",
                    "");
            // The enclosing constructs cannot be completed: the rest of the text is skipped.
            at = tokens.size() - 1;
            reportedAt = peek().from();
            throw SyntaxFailure.INSTANCE;
        }
    }

    void leave() {
        depth--;
    }
}
