package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** A checker of THROW, LOG, RESIGNAL and the conditions of handlers. */
final class ExceptionStatementAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;
    private int handlers;

    ExceptionStatementAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Statement throwStatement(StatementTree.Throw tree) {
        return new Statement.Throw(
                context.origin(tree.span()),
                severity(tree.severity()),
                expressions.optional(tree.catalog()),
                number(tree.message()),
                expressions.values(tree.values()));
    }

    private @Nullable Expression severity(@Nullable ExpressionTree tree) {
        return tree == null ? null : expressions.expect(tree, "a severity", ValueType.INTEGER);
    }

    /** Returns the message number. Warns about a string, which belongs in VALUES. */
    private @Nullable Expression number(@Nullable ExpressionTree tree) {
        if (tree instanceof ExpressionTree.Constant constant
                && constant.value() instanceof CharacterValue(String text)
                && !text.strip().matches("[0-9]+")) {
            context.warning(
                    ESQL_TYPE,
                    context.place(tree.span()),
                    "MESSAGE must be a number (found a string), so the string is not used",
                    "write MESSAGE 2951 VALUES('text')");
        }
        return expressions.optional(tree);
    }

    Statement log(StatementTree.Log tree) {
        return new Statement.Log(
                context.origin(tree.span()),
                tree.event(),
                exceptions(tree),
                severity(tree.severity()),
                expressions.optional(tree.catalog()),
                number(tree.message()),
                expressions.values(tree.values()));
    }

    private static Statement.Log.Exceptions exceptions(StatementTree.Log tree) {
        if (!tree.exception()) {
            return Statement.Log.Exceptions.NONE;
        }
        return tree.full() ? Statement.Log.Exceptions.FULL : Statement.Log.Exceptions.ORIGINAL;
    }

    void enterHandler() {
        handlers++;
    }

    void leaveHandler() {
        handlers--;
    }

    @Nullable Statement resignal(StatementTree.Resignal tree) {
        if (handlers == 0) {
            context.error(ESQL_NOT_ALLOWED_HERE, tree.span(), "RESIGNAL must be within a handler");
            return null;
        }
        return new Statement.Resignal(context.origin(tree.span()));
    }

    List<Statement.Handler.State> states(StatementTree.Handler tree) {
        List<Statement.Handler.State> states = new ArrayList<>();
        for (StatementTree.Handler.Condition condition : tree.conditions()) {
            String pattern = literal(condition.state());
            states.add(
                    new Statement.Handler.State(
                            pattern,
                            condition.like(),
                            condition.escape() == null ? null : literal(condition.escape())));
        }
        return states;
    }

    private String literal(ExpressionTree tree) {
        Expression value = expressions.value(tree);
        if (!(value instanceof Literal(CharacterValue(String text)))) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found " + context.text(tree.span()) + ", expected an SQLSTATE as a string");
            return "";
        }
        return text;
    }
}
