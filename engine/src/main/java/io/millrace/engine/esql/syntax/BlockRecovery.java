package io.millrace.engine.esql.syntax;

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
final class BlockRecovery {

    /** Words that can follow a label. */
    static final Set<String> LABELLED = Set.of("BEGIN", "WHILE", "REPEAT", "LOOP", "FOR");

    /** Words that end a list of statements. */
    static final Set<String> TERMINATORS = Set.of("END", "ELSE", "ELSEIF", "WHEN", "UNTIL");

    private static final Set<String> STATEMENTS =
            Set.of(
                    "ATTACH",
                    "BEGIN",
                    "CALL",
                    "CASE",
                    "COMMIT",
                    "CREATE",
                    "DECLARE",
                    "DELETE",
                    "DETACH",
                    "EVAL",
                    "FOR",
                    "IF",
                    "INSERT",
                    "ITERATE",
                    "LEAVE",
                    "LOG",
                    "LOOP",
                    "MOVE",
                    "PASSTHRU",
                    "PROPAGATE",
                    "REPEAT",
                    "RESIGNAL",
                    "RETURN",
                    "ROLLBACK",
                    "SET",
                    "THROW",
                    "UPDATE",
                    "WHILE");

    private static final Set<String> CLOSED_BY_WORD =
            Set.of("IF", "CASE", "WHILE", "REPEAT", "LOOP", "FOR", "MODULE");
    static final Set<String> DEFINED =
            Set.of("FUNCTION", "PROCEDURE", "COMPUTE", "FILTER", "DATABASE");

    /** Words that follow CREATE in a statement. */
    private static final Set<String> CREATED =
            Set.of("FIELD", "PREVIOUSSIBLING", "NEXTSIBLING", "FIRSTCHILD", "LASTCHILD");

    private final TokenCursor cursor;
    private final StatementParser statements;

    /** Open constructs, the innermost first. */
    private final Deque<String> open = new ArrayDeque<>();

    BlockRecovery(TokenCursor cursor, StatementParser statements) {
        this.cursor = cursor;
        this.statements = statements;
    }

    static boolean isStatementWord(Token token) {
        return STATEMENTS.contains(token.key());
    }

    static boolean beginsStatement(TokenCursor cursor) {
        return isStatementWord(cursor.peek());
    }

    /** Whether a routine or module starts here, even if its second word is mistyped. */
    static boolean beginsDefinition(TokenCursor cursor) {
        if (!cursor.is("CREATE")) {
            return false;
        }
        Token what = cursor.peek(1);
        return DEFINED.contains(what.key())
                || !CREATED.contains(what.key())
                        && cursor.peek(2).isName()
                        && DEFINED.stream().anyMatch(key -> SyntaxHints.isMistyped(what, key));
    }

    /**
     * Parses the condition or list between the first word of a construct and THEN or DO. Recovers
     * from a malformed one.
     */
    ExpressionTree header(String end, Supplier<ExpressionTree> form) {
        ExpressionTree read = condition(end, form);
        if (!cursor.accept(end)) {
            if (read instanceof ExpressionTree.Missing) {
                cursor.accept(";");
            } else {
                cursor.failure(end);
            }
        }
        return read;
    }

    /**
     * Parses an expression before a keyword. Skips a malformed one up to the keyword or the end of
     * the statement.
     */
    ExpressionTree condition(String end, Supplier<ExpressionTree> form) {
        Token first = cursor.peek();
        try {
            ExpressionTree read = form.get();
            cursor.correctTo(Set.of(end), end);
            boolean complete = cursor.is(end) || cursor.peek().firstOnLine() && startsAfresh();
            if (!complete) {
                throw cursor.failure(end);
            }
            return read;
        } catch (SyntaxFailure reported) {
            while (!cursor.is(end)
                    && !cursor.is(";")
                    && !cursor.atEnd()
                    && !(cursor.peek().firstOnLine() && startsAfresh())) {
                cursor.next();
            }
            return new ExpressionTree.Missing(cursor.since(first));
        }
    }

    private boolean startsAfresh() {
        return beginsStatement(cursor) || cursor.isAny(TERMINATORS);
    }

    /** Parses the statements of a construct, up to a word that belongs to the construct. */
    List<StatementTree> body(String kind) {
        open.push(kind);
        try {
            List<StatementTree> body = new ArrayList<>(statements.statements());
            while (isStray(kind)) {
                Token stray = cursor.next();
                String found = stray.is("END") ? "END " + cursor.next().key() : stray.described();
                cursor.report(
                        stray,
                        "found " + found + ", which belongs to nothing that is open here",
                        "");
                cursor.accept(";");
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
        if (cursor.is("END")) {
            // A plain END closes this block; END IF without an IF closes nothing.
            String closed = closedHere();
            return kind.equals("BEGIN") && !closed.equals("BEGIN") && !isOpen(closed);
        }
        if (cursor.atEnd() || !cursor.isAny(TERMINATORS)) {
            return false;
        }
        return !knows(kind) && open.stream().noneMatch(this::knows);
    }

    private boolean knows(String kind) {
        return switch (cursor.peek().key()) {
            case "ELSE" -> kind.equals("IF") || kind.equals("CASE");
            case "ELSEIF" -> kind.equals("IF");
            case "WHEN" -> kind.equals("CASE");
            default -> kind.equals("REPEAT");
        };
    }

    /** Parses {@code END kind label}; reports an error if it closes another construct. */
    void close(Token opener, String kind, Name label) {
        close(opener, kind, label, "");
    }

    /**
     * @param hint hint for the report if the construct is not closed
     */
    void close(Token opener, String kind, Name label, String hint) {
        String expected = kind.equals("BEGIN") ? "END" : "END " + kind;
        String found = closedHere();
        if (!kind.equals(found)) {
            String where = " for the " + kind + " of line " + cursor.lines().line(opener.from());
            String described =
                    cursor.is("END") && CLOSED_BY_WORD.contains(found)
                            ? "END " + found
                            : cursor.peek().described();
            cursor.report(
                    cursor.peek(), "found " + described + ", expected " + expected + where, hint);
            if (found.isEmpty() || isOpen(found)) {
                return;
            }
        }
        cursor.next();
        if (CLOSED_BY_WORD.contains(found)) {
            cursor.next();
        }
        closingLabel(label);
    }

    private boolean isOpen(String kind) {
        return kind.equals("MODULE") || open.contains(kind);
    }

    /** Returns the construct that the current END closes; empty if the current token is not END. */
    private String closedHere() {
        if (!cursor.is("END")) {
            return "";
        }
        Token word = cursor.peek(1);
        return CLOSED_BY_WORD.contains(word.key()) ? word.key() : "BEGIN";
    }

    private void closingLabel(Name label) {
        if (!cursor.peek().isName() || cursor.peek().firstOnLine()) {
            return;
        }
        Token token = cursor.next();
        if (label == null || !label.text().equals(token.text())) {
            String expected =
                    label == null ? "nothing was labelled" : "the label is " + label.text();
            cursor.labelProblem(
                    token, "found the closing label " + token.text() + ", but " + expected);
        }
    }

    /** Corrects a mistyped keyword at the start of a statement. */
    void correctTypo(Set<String> statements) {
        List<String> keys = SyntaxHints.keywords(cursor.peek(), cursor.peek(1), statements);
        if (!keys.isEmpty()) {
            cursor.failure("a statement", "did you mean " + String.join(" ", keys) + "?");
            cursor.correct(keys);
        }
    }

    /**
     * Parses the semicolon after a statement. A missing one does not affect the following
     * statements.
     */
    void semicolon() {
        if (cursor.accept(";")) {
            return;
        }
        boolean goesOn = cursor.peek().firstOnLine() || startsAfresh() || cursor.atEnd();
        if (!goesOn) {
            throw cursor.failure(";");
        }
        cursor.missingSemicolon();
    }

    /**
     * Skips a malformed statement, up to and including its semicolon or up to the start of another
     * statement.
     */
    void skipStatement(Token first) {
        while (!cursor.atEnd()) {
            if (cursor.is(";")) {
                cursor.next();
                return;
            }
            boolean moved = cursor.peek().from() != first.from();
            if (moved && cursor.peek().firstOnLine() && startsAfresh()) {
                return;
            }
            if (beginsDefinition(cursor) && moved) {
                return;
            }
            cursor.next();
        }
    }
}
