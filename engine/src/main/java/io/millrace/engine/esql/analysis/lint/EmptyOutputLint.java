package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.For;
import io.millrace.engine.esql.syntax.StatementTree.Leave;
import io.millrace.engine.esql.syntax.StatementTree.Propagate;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.StatementTree.While;
import io.millrace.engine.esql.syntax.TreeWalk;

import java.util.List;

/**
 * A lint check for a Main that propagates OutputRoot in a loop. PROPAGATE empties OutputRoot, so
 * fields that were set before the loop are missing in the second message, and RETURN TRUE after the
 * loop propagates an empty OutputRoot, unless the program uses it otherwise.
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
        for (int i = 1; i < statements.size(); i++) {
            lost(statements.subList(0, i), loopBody(statements.get(i)));
        }
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

    /** Warns about fields that are set before a loop and not in the loop. */
    private void lost(List<StatementTree> before, List<StatementTree> loop) {
        List<List<String>> again = outputPaths(loop);
        if (LintPass.mayThrow(loop)
                || CompletionCheck.contains(loop, EmptyOutputLint::mayPropagateOnce)
                || outputPaths(before).stream()
                        .allMatch(path -> again.stream().anyMatch(a -> isBelow(path, a)))) {
            return;
        }
        for (StatementTree tree : loop) {
            if (tree instanceof Propagate) {
                reporter.warn(
                        ErrorCode.ESQL_NEVER_SET,
                        tree.span(),
                        "PROPAGATE empties OutputRoot, so fields that are set before the loop are"
                                + " missing in the second message",
                        "set them in the loop, or write PROPAGATE DELETE NONE");
                return;
            }
        }
    }

    /** Returns the paths of OutputRoot that statements of a list assign. */
    private List<List<String>> outputPaths(List<StatementTree> trees) {
        return trees.stream()
                .filter(
                        tree ->
                                tree instanceof StatementTree.Set set
                                        && set.target() instanceof Field field
                                        && usage.isOutput(field))
                .map(tree -> JsonArrayLint.names((Field) ((StatementTree.Set) tree).target()))
                .toList();
    }

    private static boolean isBelow(List<String> path, List<String> parent) {
        return path.size() >= parent.size() && path.subList(0, parent.size()).equals(parent);
    }

    /** Whether a statement can end the loop, or propagates without emptying OutputRoot. */
    private static boolean mayPropagateOnce(StatementTree tree) {
        return tree instanceof Leave
                || tree instanceof Return
                || tree instanceof StatementTree.Throw
                || tree instanceof Propagate p && (p.deleteNone() || p.message() != null);
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
