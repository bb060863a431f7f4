package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Missing;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A parser of nested statements that recovers after errors. It tracks which constructs are open,
 * what closes them, and where the next statement starts.
 */
final class BlockRecovery extends TokenParser {

    private static final Set<String> CLOSED_BY_WORD =
            Set.of("IF", "CASE", "WHILE", "REPEAT", "LOOP", "FOR", "MODULE");

    private static final String NESTED =
            "a routine cannot contain another one: close it with END; before CREATE";

    /** Words that close TRY and CATCH in other languages. */
    private static final Set<String> TRIES = Set.of("TRY", "CATCH");

    private final StatementParser statements;

    /** Open constructs, the innermost first. */
    private final Deque<String> open = new ArrayDeque<>();

    /** Number of open loops with LOOP instead of DO, which END LOOP closes. */
    private int loopsForDo;

    /**
     * Whether TRY was already reported. The other words of a TRY construct are not reported again.
     */
    private boolean isTry;

    BlockRecovery(TokenCursor cursor, StatementParser statements) {
        super(cursor);
        this.statements = statements;
    }

    /**
     * Parses the condition or list between the first word of a construct and THEN or DO. Recovers
     * from a malformed condition or list.
     */
    ExpressionTree header(String end, Supplier<ExpressionTree> form) {
        ExpressionTree read = condition(end, form);
        if (!accept(end)) {
            if (read instanceof Missing) {
                accept(";");
            } else {
                failure(end);
            }
        }
        return read;
    }

    /**
     * Parses an expression before a keyword. Skips a malformed expression up to the keyword or the
     * end of the statement.
     */
    ExpressionTree condition(String end, Supplier<ExpressionTree> form) {
        Token first = peek();
        try {
            ExpressionTree read = form.get();
            correctLoop(end);
            cursor.correctTo(Set.of(end), end);
            boolean complete = is(end) || peek().firstOnLine() && startsAfresh();
            if (is("{") || is("BEGIN")) {
                String close = end.equals("THEN") ? " ... END IF" : " ... END WHILE";
                throw failure(end, "write " + end + close + " instead of " + peek().text());
            }
            if (!complete) {
                throw failure(end);
            }
            return read;
        } catch (SyntaxFailure reported) {
            if (is("{") || is("BEGIN")) {
                throw reported;
            }
            while (!is(end) && !is(";") && !atEnd() && !(peek().firstOnLine() && startsAfresh())) {
                next();
            }
            return new Missing(since(first));
        }
    }

    /** Reports a loop that begins with LOOP instead of DO and continues as if it were DO. */
    private void correctLoop(String end) {
        if (end.equals("DO") && is("LOOP")) {
            failure("DO", "a loop with a condition is WHILE condition DO ... END WHILE");
            cursor.correct(List.of("DO"));
            loopsForDo++;
        }
    }

    private boolean startsAfresh() {
        return beginsStatement() || cursor.isAny(StatementWords.TERMINATORS);
    }

    /** Parses the statements of a construct, up to a word that belongs to the construct. */
    List<StatementTree> body(String kind) {
        open.push(kind);
        try {
            List<StatementTree> body = new ArrayList<>(statements.statements());
            while (isStray(kind)) {
                Token stray = next();
                if (isTry && stray.is("END") && TRIES.contains(peek().key())) {
                    next();
                    accept(";");
                    body.addAll(statements.statements());
                    continue;
                }
                String found = stray.is("END") ? "END " + next().key() : stray.described();
                cursor.report(stray, "found " + found + ", which matches no open statement", "");
                accept(";");
                body.addAll(statements.statements());
            }
            return List.copyOf(body);
        } finally {
            open.pop();
        }
    }

    /**
     * Whether the current token is a terminator that belongs neither to this construct nor to an
     * enclosing one.
     */
    private boolean isStray(String kind) {
        if (is("END")) {
            // A plain END closes this block; END IF without an IF closes nothing.
            String closed = closedHere();
            return kind.equals("BEGIN") && !closed.equals("BEGIN") && !isOpen(closed);
        }
        if (atEnd() || !cursor.isAny(StatementWords.TERMINATORS)) {
            return false;
        }
        return !knows(kind) && open.stream().noneMatch(this::knows);
    }

    private boolean knows(String kind) {
        return switch (peek().key()) {
            case "ELSE" -> kind.equals("IF") || kind.equals("CASE");
            case "ELSEIF" -> kind.equals("IF");
            case "WHEN" -> kind.equals("CASE");
            default -> kind.equals("REPEAT");
        };
    }

    /** Parses {@code END kind label}; reports an error if it closes another construct. */
    void close(Token opener, String kind, @Nullable Name label) {
        close(opener, kind, label, "");
    }

    /**
     * @param hint hint for the report if the construct is not closed
     */
    void close(Token opener, String kind, @Nullable Name label, String hint) {
        String expected = kind.equals("BEGIN") ? "END" : "END " + kind;
        String found = closedHere();
        if (found.equals("LOOP") && loopsForDo > 0 && kind.matches("WHILE|FOR")) {
            loopsForDo--;
        } else if (!kind.equals(found)) {
            String where = " for the " + kind + " of line " + cursor.lines().line(opener.from());
            String described =
                    is("END") && CLOSED_BY_WORD.contains(found)
                            ? "END " + found
                            : peek().described();
            cursor.unbalanced(
                    "found " + described + ", expected " + expected + where,
                    hint.isEmpty() && beginsDefinition() ? NESTED : hint);
            if (found.isEmpty() || isOpen(found) && !isForgottenWord(kind, found)) {
                return;
            }
        }
        next();
        if (CLOSED_BY_WORD.contains(found)) {
            next();
        }
        closingLabel(label);
    }

    /**
     * Whether a plain END is meant for a construct such as CASE. No statement can follow an END
     * that closes the outermost block of the routine.
     */
    private boolean isForgottenWord(String kind, String found) {
        Token after = peek(1).is(";") ? peek(2) : peek(1);
        boolean goesOn =
                StatementWords.isStatement(after) && !after.is("DECLARE") && !after.is("CREATE")
                        || after.is("END") && !peek(3).is("MODULE");
        return found.equals("BEGIN")
                && !kind.equals("BEGIN")
                && open.stream().filter("BEGIN"::equals).count() == 1
                && goesOn;
    }

    private boolean isOpen(String kind) {
        return kind.equals("MODULE") || open.contains(kind);
    }

    /** Returns the construct that the current END closes; empty if the current token is not END. */
    private String closedHere() {
        if (!is("END")) {
            return "";
        }
        Token word = peek(1);
        boolean foreign = isTry && TRIES.contains(word.key());
        return foreign || CLOSED_BY_WORD.contains(word.key()) ? word.key() : "BEGIN";
    }

    private void closingLabel(@Nullable Name label) {
        if (!peek().isName() || peek().firstOnLine()) {
            return;
        }
        Token token = next();
        if (label == null || !label.text().equals(token.text())) {
            String expected =
                    label == null ? "the statement has no label" : "the label is " + label.text();
            cursor.labelProblem(
                    token, "found the closing label " + token.text() + ", but " + expected);
        }
    }

    /** Skips CATCH and FINALLY after a TRY that was reported. */
    boolean skipsCatch() {
        boolean skips = isTry && (is("CATCH") || is("FINALLY"));
        if (skips) {
            next();
            if (is("(")) {
                skipParentheses();
            }
        }
        isTry |= is("TRY");
        return skips;
    }

    private void skipParentheses() {
        while (!atEnd() && !accept(")")) {
            next();
        }
    }

    /** Corrects a mistyped keyword at the start of a statement. */
    void correctTypo(Set<String> statements) {
        List<String> keys = SyntaxHints.keywords(peek(), peek(1), statements);
        if (!keys.isEmpty()) {
            failure("a statement", "did you mean " + String.join(" ", keys) + "?");
            cursor.correct(keys);
        }
    }

    /**
     * Parses the semicolon after a statement. A missing semicolon does not affect the following
     * statements.
     */
    void semicolon() {
        if (accept(";")) {
            return;
        }
        boolean goesOn = peek().firstOnLine() || startsAfresh() || atEnd();
        if (!goesOn) {
            throw failure(";");
        }
        cursor.missingSemicolon();
    }

    /** Skips text in braces, which nest. */
    private void skipBraces() {
        int open = 0;
        do {
            open += is("{") ? 1 : is("}") ? -1 : 0;
            next();
        } while (open > 0 && !atEnd() && !beginsDefinition());
    }

    /** Skips the statements between BEGIN and END, which nest. */
    private void skipBlock() {
        int open = 0;
        do {
            boolean word = is("END") && CLOSED_BY_WORD.contains(peek(1).key());
            open += is("BEGIN") ? 1 : is("END") && !word ? -1 : 0;
            next();
        } while (open > 0 && !atEnd() && !beginsDefinition());
    }

    /**
     * Skips a malformed statement, up to and including its semicolon or up to the start of another
     * statement.
     */
    void skipStatement(Token first) {
        int open = 0;
        while (!atEnd()) {
            if (is("BEGIN") && peek().from() != first.from()) {
                skipBlock();
                accept(";");
                return;
            }
            if (is("{")) {
                skipBraces();
                if (accept(";") || peek().firstOnLine() && !is("ELSE")) {
                    return;
                }
                continue;
            }
            open += is("(") ? 1 : is(")") ? -1 : 0;
            if (is(";") && (open <= 0 || peek(1).firstOnLine())) {
                next();
                return;
            }
            boolean moved = peek().from() != first.from();
            if (moved && peek().firstOnLine() && startsAfresh()) {
                return;
            }
            if (beginsDefinition() && moved) {
                return;
            }
            next();
        }
    }
}
