package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.For;
import io.millrace.engine.esql.syntax.StatementTree.Propagate;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.StatementTree.While;
import io.millrace.engine.esql.syntax.TreeWalk;

import java.util.List;

/**
 * A lint check for a Main that propagates OutputRoot in a loop and ends with RETURN TRUE, which
 * propagates the empty OutputRoot again. Only programs without any other use of OutputRoot are
 * reported.
 */
final class EmptyOutputLint {

    private final LintPass.Reporter reporter;
    private final VariableUsage usage;

    EmptyOutputLint(LintPass.Reporter reporter, VariableUsage usage) {
        this.reporter = reporter;
        this.usage = usage;
    }

    /** Checks the body of a Main. */
    void check(StatementTree body) {
        List<StatementTree> statements = body instanceof Block block ? block.body() : List.of(body);
        int loops = statements.size() - 2;
        if (loops >= 0
                && statements.getLast() instanceof Return end
                && end.value() != null
                && CompletionCheck.isConstant(end.value(), true)
                && endsWithPropagate(loopBody(statements.get(loops)))
                && isUnused(statements.subList(0, loops))) {
            reporter.warn(
                    ErrorCode.ESQL_NEVER_SET,
                    end.span(),
                    "PROPAGATE empties OutputRoot, and RETURN TRUE propagates it again",
                    "write RETURN FALSE");
        }
    }

    private static List<StatementTree> loopBody(StatementTree tree) {
        return switch (tree) {
            case For loop -> loop.body();
            case While loop -> loop.body();
            default -> List.of();
        };
    }

    /** Whether the statements assign OutputRoot and end with a propagation to the terminal out. */
    private boolean endsWithPropagate(List<StatementTree> body) {
        for (int i = body.size() - 1; i > 0; i--) {
            StatementTree tree = body.get(i);
            if (tree instanceof Propagate p) {
                return !p.deleteNone()
                        && p.message() == null
                        && p.terminal() == null
                        && p.label() == null
                        && !isUnused(body.subList(0, i));
            }
            if (!isUnused(List.of(tree))) {
                return false;
            }
        }
        return false;
    }

    /** Whether no statement can use OutputRoot. */
    private boolean isUnused(List<StatementTree> trees) {
        boolean[] used = {LintPass.mayThrow(trees)};
        for (StatementTree tree : trees) {
            TreeWalk.statements(
                    tree,
                    s -> {
                        used[0] |= s instanceof Propagate;
                        TreeWalk.expressions(s)
                                .forEach(e -> TreeWalk.expressions(e, x -> used[0] |= isOutput(x)));
                    });
        }
        return !used[0];
    }

    private boolean isOutput(ExpressionTree tree) {
        return tree instanceof Field field && usage.isOutput(field);
    }
}
