package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.ListOperand.TableRange;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.DeleteRows;
import io.millrace.engine.esql.program.Statement.EndTransaction;
import io.millrace.engine.esql.program.Statement.Insert;
import io.millrace.engine.esql.program.Statement.PassthruStatement;
import io.millrace.engine.esql.program.Statement.Update;
import io.millrace.engine.esql.program.Table;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseDelete;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseEnd;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseInsert;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate.Assignment;
import io.millrace.engine.esql.syntax.StatementTree.Passthru;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A checker of INSERT, UPDATE, DELETE FROM and PASSTHRU. */
final class DatabaseStatementAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    DatabaseStatementAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    private static Expression column(Name name) {
        return new Literal(Value.of(name.text()));
    }

    @Nullable Statement passthru(Passthru tree) {
        PassthruCall call = expressions.calls().constructs().passthru(tree.call());
        return call == null ? null : new PassthruStatement(context.origin(tree.span()), call);
    }

    Statement end(DatabaseEnd tree) {
        Expression source =
                tree.database() == null
                        ? null
                        : expressions.calls().constructs().dataSource(tree.database());
        return new EndTransaction(context.origin(tree.span()), tree.commit(), source);
    }

    @Nullable Statement insert(DatabaseInsert tree) {
        Table table = expressions.selects().table(tree.table());
        List<Expression> values = expressions.values(tree.values());
        List<Expression> columns =
                tree.columns().stream().map(DatabaseStatementAnalyzer::column).toList();
        if (!columns.isEmpty() && columns.size() != values.size()) {
            context.error(
                    ErrorCode.ESQL_ARGUMENTS,
                    tree.span(),
                    "found " + values.size() + " values for " + columns.size() + " columns");
            return null;
        }
        return new Insert(context.origin(tree.span()), table, columns, values);
    }

    Statement update(DatabaseUpdate tree) {
        context.open(true);
        try {
            TableRange table = expressions.selects().tableRange(tree.table(), tree.as());
            List<Expression> values =
                    expressions.values(tree.assignments().stream().map(Assignment::value).toList());
            List<Expression> columns =
                    tree.assignments().stream().map(a -> column(a.column())).toList();
            Expression where = tree.where() == null ? null : expressions.truth(tree.where());
            return new Update(context.origin(tree.span()), table, columns, values, where);
        } finally {
            context.close();
        }
    }

    Statement delete(DatabaseDelete tree) {
        context.open(true);
        try {
            TableRange table = expressions.selects().tableRange(tree.table(), tree.as());
            Expression where = tree.where() == null ? null : expressions.truth(tree.where());
            return new DeleteRows(context.origin(tree.span()), table, where);
        } finally {
            context.close();
        }
    }
}
