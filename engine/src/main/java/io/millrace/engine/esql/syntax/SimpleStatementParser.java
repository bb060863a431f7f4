package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.StatementTree.Eval;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.esql.syntax.StatementTree.Iterate;
import io.millrace.engine.esql.syntax.StatementTree.Leave;
import io.millrace.engine.esql.syntax.StatementTree.Log;
import io.millrace.engine.esql.syntax.StatementTree.Propagate;
import io.millrace.engine.esql.syntax.StatementTree.Resignal;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.StatementTree.Throw;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A parser of SET, flow control, exceptions, calls and PROPAGATE. */
final class SimpleStatementParser extends TokenParser {

    private static final Map<String, StatementTree.Set.Clause> SET_CLAUSES =
            Map.of(
                    "TYPE", StatementTree.Set.Clause.TYPE,
                    "NAMESPACE", StatementTree.Set.Clause.NAMESPACE,
                    "NAME", StatementTree.Set.Clause.NAME,
                    "VALUE", StatementTree.Set.Clause.VALUE);

    private static final Set<String> EXCEPTION_CLAUSES =
            Set.of("SEVERITY", "CATALOG", "MESSAGE", "VALUES");

    private final ExpressionParser expressions;

    SimpleStatementParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
    }

    void register(Map<String, Supplier<StatementTree>> forms) {
        forms.put("SET", this::set);
        forms.put("LEAVE", this::leave);
        forms.put("ITERATE", this::iterate);
        forms.put("RETURN", this::returnStatement);
        forms.put("THROW", this::throwStatement);
        forms.put("RESIGNAL", () -> new Resignal(next().span()));
        forms.put("LOG", this::log);
        forms.put("CALL", this::call);
        forms.put("EVAL", this::eval);
        forms.put("PROPAGATE", this::propagate);
    }

    private StatementTree set() {
        Token first = next();
        ExpressionTree target = expressions.fields().field("a variable or field to set");
        StatementTree.Set.Clause clause = SET_CLAUSES.get(peek().key());
        if (clause != null) {
            next();
        }
        if (!is("=")) {
            boolean pascal = is(":");
            throw failure("=", pascal ? "write SET x = value for an assignment" : setHint());
        }
        next();
        ExpressionTree value = expressions.expression();
        StatementTree.Set.Clause kind = clause == null ? StatementTree.Set.Clause.NONE : clause;
        return new StatementTree.Set(since(first), target, kind, value);
    }

    private String setHint() {
        if (is(",")) {
            return "write a SET for each variable";
        }
        return is("TO") ? "write = for an assignment" : "";
    }

    private StatementTree leave() {
        Token first = next();
        Name label = name("a label");
        return new Leave(since(first), label);
    }

    private StatementTree iterate() {
        Token first = next();
        Name label = name("a label");
        return new Iterate(since(first), label);
    }

    private StatementTree returnStatement() {
        Token first = next();
        boolean nothing =
                is(";")
                        || atEnd()
                        || peek().firstOnLine()
                                && StatementWords.TERMINATORS.contains(peek().key());
        ExpressionTree value = nothing ? null : expressions.expression();
        return new Return(since(first), value);
    }

    private StatementTree throwStatement() {
        Token first = next();
        boolean user = accept("USER");
        cursor.correctTo(List.of("EXCEPTION"), "EXCEPTION");
        if (!is("EXCEPTION")) {
            throw failure(
                    user ? "EXCEPTION" : "USER EXCEPTION",
                    "write THROW USER EXCEPTION MESSAGE 2951 VALUES('...')");
        }
        next();
        Map<String, ExpressionTree> clauses = new HashMap<>();
        List<ExpressionTree> values = exceptionClauses(clauses);
        return new Throw(
                since(first),
                clauses.get("SEVERITY"),
                clauses.get("CATALOG"),
                clauses.get("MESSAGE"),
                values);
    }

    private List<ExpressionTree> exceptionClauses(Map<String, ExpressionTree> clauses) {
        List<ExpressionTree> values = null;
        while (EXCEPTION_CLAUSES.contains(peek().key())) {
            Token clause = next();
            if (clause.is("VALUES")) {
                expect("(");
                List<ExpressionTree> read = expressions.list(")");
                if (values != null) {
                    second(clause);
                }
                values = List.copyOf(read);
            } else {
                put(clauses, clause, expressions.expression());
            }
        }
        if (peek().kind() == TokenKind.STRING) {
            throw failure("SEVERITY, CATALOG, MESSAGE, VALUES or ;", "write VALUES('...')");
        }
        return values == null ? List.of() : values;
    }

    private void put(Map<String, ExpressionTree> clauses, Token clause, ExpressionTree value) {
        if (clauses.put(clause.key(), value) != null) {
            second(clause);
        }
    }

    private StatementTree log() {
        Token first = next();
        boolean event = accept("EVENT");
        if (!event && !accept("USER", "TRACE")) {
            throw failure("EVENT or USER TRACE", "write LOG USER TRACE VALUES('...')");
        }
        boolean full = accept("FULL");
        boolean exception = accept("EXCEPTION");
        if (full && !exception) {
            throw failure("EXCEPTION after FULL");
        }
        Map<String, ExpressionTree> clauses = new HashMap<>();
        List<ExpressionTree> values = exceptionClauses(clauses);
        return new Log(
                since(first),
                event,
                full,
                exception,
                clauses.get("SEVERITY"),
                clauses.get("CATALOG"),
                clauses.get("MESSAGE"),
                values);
    }

    private StatementTree call() {
        Token first = next();
        ExpressionTree called = expressions.fields().fieldOrCall();
        Call call;
        if (called instanceof Call c) {
            call = c;
        } else {
            throw failure("( and the arguments of the routine", "write CALL name()");
        }
        ExpressionTree schema = accept("EXTERNAL", "SCHEMA") ? expressions.operand() : null;
        ExpressionTree database = accept("IN") ? expressions.fields().field("a database") : null;
        if (schema == null && accept("EXTERNAL", "SCHEMA")) {
            schema = expressions.operand();
        }
        ExpressionTree into =
                accept("INTO") ? expressions.fields().field("a variable or field") : null;
        return new Invoke(since(first), call, schema, database, into);
    }

    private StatementTree eval() {
        Token first = next();
        expect("(");
        ExpressionTree text = expressions.expression();
        expect(")");
        return new Eval(since(first), text);
    }

    private StatementTree propagate() {
        Token first = next();
        Map<String, ExpressionTree> clauses = new HashMap<>();
        Set<String> controls = new HashSet<>();
        while (cursor.isKind(TokenKind.WORD) && !(peek().firstOnLine() && isOther())) {
            Token clause = next();
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
                            target ? "the syntax is PROPAGATE TO " + clause.key() + " '...'" : "");
                    throw SyntaxFailure.INSTANCE;
                }
            }
        }
        if (cursor.isKind(TokenKind.STRING)) {
            throw failure("TO TERMINAL, TO LABEL or ;", "write PROPAGATE TO TERMINAL 'out1'");
        }
        return new Propagate(
                since(first),
                clauses.get("TERMINAL"),
                clauses.get("LABEL"),
                clauses.get("ENVIRONMENT"),
                clauses.get("MESSAGE"),
                clauses.get("EXCEPTION"),
                controls.contains("FINALIZE NONE"),
                controls.contains("DELETE NONE"));
    }

    /** Whether the next line is another statement, because a semicolon is missing. */
    private boolean isOther() {
        boolean clause = is("DELETE") && (peek(1).is("DEFAULT") || peek(1).is("NONE"));
        return beginsStatement() && !clause || cursor.isAny(StatementWords.TERMINATORS);
    }

    private void target(Map<String, ExpressionTree> clauses) {
        if (!is("TERMINAL") && !is("LABEL")) {
            throw failure("TERMINAL or LABEL");
        }
        Token kind = next();
        put(clauses, kind, expressions.expression());
    }

    /** Parses and stores a control clause such as {@code FINALIZE NONE}. */
    private void control(Set<String> controls, Token clause) {
        if (!controls.add(clause.key())) {
            second(clause);
        }
        if (!is("DEFAULT") && !is("NONE")) {
            throw failure("DEFAULT or NONE");
        }
        controls.add(clause.key() + " " + next().key());
    }

    private void second(Token clause) {
        cursor.report(clause.span(), "found a second " + clause.key() + " in one statement", "");
    }
}
