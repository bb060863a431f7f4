package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.esql.syntax.BinaryOperator;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.TreeWalk;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A lint check for routines that call themselves on every path, and therefore never end. */
final class RecursionLint {

    private RecursionLint() {}

    /**
     * Returns a call through which the routine calls itself unconditionally; null if there is none.
     */
    static @Nullable Call endless(Name routine, StatementTree body) {
        return body instanceof Block block && block.label() == null
                ? first(routine, block.body())
                : null;
    }

    /** Returns the first call of the routine in statements that are executed unconditionally. */
    private static @Nullable Call first(Name routine, List<StatementTree> statements) {
        for (StatementTree tree : statements) {
            boolean plain =
                    tree instanceof Declare
                            || tree instanceof StatementTree.Set
                            || tree instanceof Invoke
                            || tree instanceof Return;
            if (!plain) {
                return null;
            }
            for (ExpressionTree expression : TreeWalk.expressions(tree)) {
                Call call = first(routine, expression);
                if (call != null) {
                    return call;
                }
            }
            if (tree instanceof Return) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable Call first(Name routine, ExpressionTree tree) {
        if (tree instanceof Call call
                && call.schema().isEmpty()
                && call.name().folded().equals(routine.folded())) {
            return call;
        }
        boolean always =
                switch (tree) {
                    case ExpressionTree.Case _,
                            ExpressionTree.Select _,
                            ExpressionTree.Quantified _,
                            ExpressionTree.In _ ->
                            false;
                    case Call call -> VariableUsage.isRoutine(call);
                    case Binary binary ->
                            binary.operator() != BinaryOperator.AND
                                    && binary.operator() != BinaryOperator.OR;
                    default -> true;
                };
        if (!always) {
            return null;
        }
        for (ExpressionTree child : TreeWalk.children(tree)) {
            Call call = first(routine, child);
            if (call != null) {
                return call;
            }
        }
        return null;
    }
}
