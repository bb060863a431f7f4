package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.Value;

import java.util.List;
import java.util.function.Predicate;

/**
 * The analysis of whether execution can reach the end of a statement. Only the literal conditions
 * TRUE and FALSE are evaluated; any other condition can have either value.
 */
final class CompletionCheck {

    private CompletionCheck() {}

    static boolean completes(List<StatementTree> trees) {
        return trees.stream().allMatch(CompletionCheck::completes);
    }

    static boolean completes(StatementTree tree) {
        return switch (tree) {
            case StatementTree.Return r -> false;
            case StatementTree.Leave l -> false;
            case StatementTree.Iterate i -> false;
            case StatementTree.Throw t -> false;
            case StatementTree.Resignal r -> false;
            case StatementTree.Block b ->
                    completes(b.body())
                            || isLeft(b.body(), b.label())
                            || isIterated(b.body(), b.label())
                            || isLeftByHandler(b);
            case StatementTree.If i -> completes(i.branches(), i.otherwise());
            case StatementTree.Case c -> completes(c.branches(), c.otherwise());
            case StatementTree.While w ->
                    !isConstant(w.condition(), true) || isLeft(w.body(), w.label());
            case StatementTree.Loop l -> isLeft(l.body(), l.label());
            case StatementTree.Repeat r -> completes(r);
            default -> true;
        };
    }

    private static boolean completes(
            List<StatementTree.Branch> branches, List<StatementTree> otherwise) {
        return otherwise == null
                || completes(otherwise)
                || branches.stream().anyMatch(b -> completes(b.body()));
    }

    private static boolean completes(StatementTree.Repeat repeat) {
        boolean tested = completes(repeat.body()) || isIterated(repeat.body(), repeat.label());
        return tested && !isConstant(repeat.condition(), false)
                || isLeft(repeat.body(), repeat.label());
    }

    /**
     * Whether an EXIT handler can end the block: execution continues after the block of the
     * handler.
     */
    private static boolean isLeftByHandler(StatementTree.Block block) {
        return block.body().stream()
                .anyMatch(
                        s ->
                                s instanceof StatementTree.Handler h
                                        && h.exit()
                                        && completes(h.body()));
    }

    static boolean isLeft(List<StatementTree> body, Name label) {
        return label != null
                && contains(
                        body, s -> s instanceof StatementTree.Leave l && isSame(l.label(), label));
    }

    /**
     * Whether the statements contain an ITERATE of the label. ITERATE of a block ends the block;
     * ITERATE of a loop continues with its condition.
     */
    private static boolean isIterated(List<StatementTree> body, Name label) {
        return contains(
                body, s -> s instanceof StatementTree.Iterate i && isSame(i.label(), label));
    }

    private static boolean isSame(Name a, Name b) {
        return b != null && a.text().equals(b.text());
    }

    static boolean contains(List<StatementTree> trees, Predicate<StatementTree> wanted) {
        return trees.stream()
                .anyMatch(t -> wanted.test(t) || contains(TreeWalk.children(t), wanted));
    }

    static boolean isConstant(ExpressionTree condition, boolean truth) {
        return condition instanceof ExpressionTree.Constant c
                && c.value() instanceof Value.BooleanValue b
                && b.value() == truth;
    }
}
