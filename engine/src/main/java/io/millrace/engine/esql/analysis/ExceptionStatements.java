package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.message.ValueType;

import java.util.ArrayList;
import java.util.List;

/** THROW, LOG, RESIGNAL and the conditions of handlers. */
final class ExceptionStatements {

    private final Context context;
    private final Expressions expressions;
    private int handlers;

    ExceptionStatements(Context context, Expressions expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Statement throwStatement(StatementTree.Throw tree) {
        return new Statement.Throw(
                context.origin(tree.span()),
                severity(tree.severity()),
                expressions.optional(tree.catalog()),
                expressions.optional(tree.message()),
                expressions.values(tree.values()));
    }

    private Expression severity(ExpressionTree tree) {
        return tree == null ? null : expressions.expect(tree, "a severity", ValueType.INTEGER);
    }

    Statement log(StatementTree.Log tree) {
        if (tree.exception()) {
            context.unsupported(tree.span(), "LOG with EXCEPTION");
            return null;
        }
        return new Statement.Log(
                context.origin(tree.span()),
                tree.event(),
                severity(tree.severity()),
                expressions.optional(tree.catalog()),
                expressions.optional(tree.message()),
                expressions.values(tree.values()));
    }

    void enterHandler() {
        handlers++;
    }

    void leaveHandler() {
        handlers--;
    }

    Statement resignal(StatementTree.Resignal tree) {
        if (handlers == 0) {
            context.error(
                    ErrorCode.ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "RESIGNAL stands within a handler only");
            return null;
        }
        return new Statement.Resignal(context.origin(tree.span()));
    }

    List<Statement.Handler.State> states(StatementTree.Handler tree) {
        List<Statement.Handler.State> states = new ArrayList<>();
        for (StatementTree.Handler.Condition condition : tree.conditions()) {
            String pattern = literal(condition.state());
            String escape = condition.escape() == null ? null : literal(condition.escape());
            states.add(new Statement.Handler.State(pattern, condition.like(), escape));
        }
        return states;
    }

    private String literal(ExpressionTree tree) {
        Expression value = expressions.value(tree);
        boolean text = value instanceof Expression.Literal l && l.type() == ValueType.CHARACTER;
        if (!text) {
            context.unsupported(tree.span(), "an SQLSTATE that is not a literal text");
            return "";
        }
        return ((Expression.Literal) value).value().text();
    }
}
