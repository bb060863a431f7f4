package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Branch;
import io.millrace.engine.esql.syntax.StatementTree.Case;
import io.millrace.engine.esql.syntax.StatementTree.Handler;
import io.millrace.engine.esql.syntax.StatementTree.If;
import io.millrace.engine.esql.syntax.StatementTree.Iterate;
import io.millrace.engine.esql.syntax.StatementTree.Leave;
import io.millrace.engine.esql.syntax.StatementTree.Loop;
import io.millrace.engine.esql.syntax.StatementTree.Repeat;
import io.millrace.engine.esql.syntax.StatementTree.Resignal;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.StatementTree.Throw;
import io.millrace.engine.esql.syntax.StatementTree.While;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.Value.BooleanValue;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;

/**
 * An analysis that determines whether execution can reach the end of a statement. Only the literal
 * conditions TRUE and FALSE are evaluated; any other condition can have either value.
 */
public final class CompletionCheck {

    private CompletionCheck() {}

    static boolean completes(List<StatementTree> trees) {
        return trees.stream().allMatch(CompletionCheck::completes);
    }

    public static boolean completes(StatementTree tree) {
        return switch (tree) {
            case Return r -> false;
            case Leave l -> false;
            case Iterate i -> false;
            case Throw t -> false;
            case Resignal r -> false;
            case Block b ->
                    completes(b.body())
                            || isLeft(b.body(), b.label())
                            || isIterated(b.body(), b.label())
                            || isLeftByHandler(b);
            case If i -> completes(i.branches(), i.otherwise());
            case Case c -> completes(c.branches(), c.otherwise());
            case While w -> !isConstant(w.condition(), true) || isLeft(w.body(), w.label());
            case Loop l -> isLeft(l.body(), l.label());
            case Repeat r -> completes(r);
            default -> true;
        };
    }

    private static boolean completes(
            List<Branch> branches, @Nullable List<StatementTree> otherwise) {
        return otherwise == null
                || completes(otherwise)
                || branches.stream().anyMatch(b -> completes(b.body()));
    }

    private static boolean completes(Repeat repeat) {
        boolean tested = completes(repeat.body()) || isIterated(repeat.body(), repeat.label());
        return tested && !isConstant(repeat.condition(), false)
                || isLeft(repeat.body(), repeat.label());
    }

    /**
     * Whether an EXIT handler can end the block. Execution then continues after the block that
     * declares the handler.
     */
    private static boolean isLeftByHandler(Block block) {
        return block.body().stream()
                .anyMatch(s -> s instanceof Handler h && h.exit() && completes(h.body()));
    }

    static boolean isLeft(List<StatementTree> body, @Nullable Name label) {
        return label != null
                && contains(body, s -> s instanceof Leave l && isSame(l.label(), label));
    }

    /**
     * Whether the statements contain an ITERATE of the label. ITERATE of a block ends the block;
     * ITERATE of a loop continues with its condition.
     */
    private static boolean isIterated(List<StatementTree> body, @Nullable Name label) {
        return contains(body, s -> s instanceof Iterate i && isSame(i.label(), label));
    }

    private static boolean isSame(Name a, @Nullable Name b) {
        return b != null && a.text().equals(b.text());
    }

    static boolean contains(List<StatementTree> trees, Predicate<StatementTree> requested) {
        return trees.stream()
                .anyMatch(t -> requested.test(t) || contains(TreeWalk.children(t), requested));
    }

    static boolean isConstant(ExpressionTree condition, boolean truth) {
        return condition instanceof Constant c
                && c.value() instanceof BooleanValue b
                && b.value() == truth;
    }
}
