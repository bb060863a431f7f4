package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Call;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A parser of SET, flow control, exceptions, calls and PROPAGATE. */
final class SimpleStatementParser {

    private static final Map<String, StatementTree.Set.Clause> SET_CLAUSES =
            Map.of(
                    "TYPE", StatementTree.Set.Clause.TYPE,
                    "NAMESPACE", StatementTree.Set.Clause.NAMESPACE,
                    "NAME", StatementTree.Set.Clause.NAME,
                    "VALUE", StatementTree.Set.Clause.VALUE);

    private static final Set<String> EXCEPTION_CLAUSES =
            Set.of("SEVERITY", "CATALOG", "MESSAGE", "VALUES");

    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    SimpleStatementParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    void register(Map<String, Supplier<StatementTree>> forms) {
        forms.put("SET", this::set);
        forms.put("LEAVE", this::leave);
        forms.put("ITERATE", this::iterate);
        forms.put("RETURN", this::returnStatement);
        forms.put("THROW", this::throwStatement);
        forms.put("RESIGNAL", () -> new StatementTree.Resignal(cursor.next().span()));
        forms.put("LOG", this::log);
        forms.put("CALL", this::call);
        forms.put("EVAL", this::eval);
        forms.put("PROPAGATE", this::propagate);
    }

    private StatementTree set() {
        Token first = cursor.next();
        ExpressionTree target = expressions.fields().field("a variable or field to set");
        StatementTree.Set.Clause clause = SET_CLAUSES.get(cursor.peek().key());
        if (clause != null) {
            cursor.next();
        }
        if (!cursor.is("=")) {
            boolean pascal = cursor.is(":");
            throw cursor.failure("=", pascal ? "an assignment is written SET x = value" : "");
        }
        cursor.next();
        ExpressionTree value = expressions.expression();
        StatementTree.Set.Clause kind = clause == null ? StatementTree.Set.Clause.NONE : clause;
        return new StatementTree.Set(cursor.since(first), target, kind, value);
    }

    private StatementTree leave() {
        Token first = cursor.next();
        Name label = cursor.name("a label");
        return new StatementTree.Leave(cursor.since(first), label);
    }

    private StatementTree iterate() {
        Token first = cursor.next();
        Name label = cursor.name("a label");
        return new StatementTree.Iterate(cursor.since(first), label);
    }

    private StatementTree returnStatement() {
        Token first = cursor.next();
        boolean nothing =
                cursor.is(";")
                        || cursor.atEnd()
                        || cursor.peek().firstOnLine()
                                && BlockRecovery.TERMINATORS.contains(cursor.peek().key());
        ExpressionTree value = nothing ? null : expressions.expression();
        return new StatementTree.Return(cursor.since(first), value);
    }

    private StatementTree throwStatement() {
        Token first = cursor.next();
        cursor.accept("USER");
        cursor.expect("EXCEPTION");
        Map<String, ExpressionTree> clauses = new HashMap<>();
        List<ExpressionTree> values = exceptionClauses(clauses);
        return new StatementTree.Throw(
                cursor.since(first),
                clauses.get("SEVERITY"),
                clauses.get("CATALOG"),
                clauses.get("MESSAGE"),
                values);
    }

    private List<ExpressionTree> exceptionClauses(Map<String, ExpressionTree> clauses) {
        List<ExpressionTree> values = null;
        while (EXCEPTION_CLAUSES.contains(cursor.peek().key())) {
            Token clause = cursor.next();
            if (clause.is("VALUES")) {
                cursor.expect("(");
                List<ExpressionTree> read = expressions.list(")");
                if (values != null) {
                    second(clause);
                }
                values = List.copyOf(read);
            } else {
                put(clauses, clause, expressions.expression());
            }
        }
        return values == null ? List.of() : values;
    }

    private void put(Map<String, ExpressionTree> clauses, Token clause, ExpressionTree value) {
        if (clauses.put(clause.key(), value) != null) {
            second(clause);
        }
    }

    private StatementTree log() {
        Token first = cursor.next();
        boolean event = cursor.accept("EVENT");
        if (!event && !cursor.accept("USER", "TRACE")) {
            throw cursor.failure("EVENT or USER TRACE");
        }
        boolean full = cursor.accept("FULL");
        boolean exception = cursor.accept("EXCEPTION");
        if (full && !exception) {
            throw cursor.failure("EXCEPTION behind FULL");
        }
        Map<String, ExpressionTree> clauses = new HashMap<>();
        List<ExpressionTree> values = exceptionClauses(clauses);
        return new StatementTree.Log(
                cursor.since(first),
                event,
                full,
                exception,
                clauses.get("SEVERITY"),
                clauses.get("CATALOG"),
                clauses.get("MESSAGE"),
                values);
    }

    private StatementTree call() {
        Token first = cursor.next();
        ExpressionTree called = expressions.fields().fieldOrCall();
        Call call;
        if (called instanceof Call c) {
            call = c;
        } else {
            throw cursor.failure("( and the arguments of the routine");
        }
        ExpressionTree schema = cursor.accept("EXTERNAL", "SCHEMA") ? expressions.operand() : null;
        ExpressionTree database =
                cursor.accept("IN") ? expressions.fields().field("a database") : null;
        if (schema == null && cursor.accept("EXTERNAL", "SCHEMA")) {
            schema = expressions.operand();
        }
        ExpressionTree into =
                cursor.accept("INTO") ? expressions.fields().field("a variable or field") : null;
        return new StatementTree.Invoke(cursor.since(first), call, schema, database, into);
    }

    private StatementTree eval() {
        Token first = cursor.next();
        cursor.expect("(");
        ExpressionTree text = expressions.expression();
        cursor.expect(")");
        return new StatementTree.Eval(cursor.since(first), text);
    }

    private StatementTree propagate() {
        Token first = cursor.next();
        Map<String, ExpressionTree> clauses = new HashMap<>();
        Set<String> controls = new HashSet<>();
        while (cursor.isKind(TokenKind.WORD) && !(cursor.peek().firstOnLine() && isOther())) {
            Token clause = cursor.next();
            switch (clause.key()) {
                case "TO" -> target(clauses);
                case "ENVIRONMENT", "MESSAGE", "EXCEPTION" ->
                        put(clauses, clause, expressions.expression());
                case "FINALIZE", "DELETE" -> control(controls, clause);
                default -> {
                    String expected = "TO, ENVIRONMENT, MESSAGE, EXCEPTION, FINALIZE, DELETE or ;";
                    boolean target = clause.is("TERMINAL") || clause.is("LABEL");
                    cursor.report(
                            clause,
                            "found " + clause.described() + ", expected " + expected,
                            target ? "it is written PROPAGATE TO " + clause.key() + " '...'" : "");
                    throw SyntaxFailure.INSTANCE;
                }
            }
        }
        return new StatementTree.Propagate(
                cursor.since(first),
                clauses.get("TERMINAL"),
                clauses.get("LABEL"),
                clauses.get("ENVIRONMENT"),
                clauses.get("MESSAGE"),
                clauses.get("EXCEPTION"),
                controls.contains("FINALIZE NONE"),
                controls.contains("DELETE NONE"));
    }

    /** Whether the next line is another statement because a semicolon is missing. */
    private boolean isOther() {
        boolean clause =
                cursor.is("DELETE") && (cursor.peek(1).is("DEFAULT") || cursor.peek(1).is("NONE"));
        return BlockRecovery.beginsStatement(cursor) && !clause
                || cursor.isAny(BlockRecovery.TERMINATORS);
    }

    private void target(Map<String, ExpressionTree> clauses) {
        if (!cursor.is("TERMINAL") && !cursor.is("LABEL")) {
            throw cursor.failure("TERMINAL or LABEL");
        }
        Token kind = cursor.next();
        put(clauses, kind, expressions.expression());
    }

    /** Parses and stores a control clause such as {@code FINALIZE NONE}. */
    private void control(Set<String> controls, Token clause) {
        if (!controls.add(clause.key())) {
            second(clause);
        }
        if (!cursor.is("DEFAULT") && !cursor.is("NONE")) {
            throw cursor.failure("DEFAULT or NONE");
        }
        controls.add(clause.key() + " " + cursor.next().key());
    }

    private void second(Token clause) {
        cursor.report(clause.span(), "found a second " + clause.key() + " in one statement", "");
    }
}
