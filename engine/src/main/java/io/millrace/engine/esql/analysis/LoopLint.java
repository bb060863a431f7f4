package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.TreeWalk;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A lint check for loops that never end. */
final class LoopLint {

    private static final Set<String> PURE =
            Set.of("CARDINALITY", "LENGTH", "UPPER", "LOWER", "TRIM");
    private static final Set<String> INPUT = Set.of("INPUTROOT", "INPUTBODY");

    private final AnalysisContext context;
    private final VariableUsage usage;
    private final boolean handlers;

    LoopLint(AnalysisContext context, StatementTree routine, VariableUsage usage) {
        this.context = context;
        this.usage = usage;
        this.handlers =
                CompletionCheck.contains(List.of(routine), s -> s instanceof StatementTree.Handler);
    }

    void check(StatementTree tree) {
        switch (tree) {
            case StatementTree.Loop l -> endless(l.span(), "LOOP", l.label(), l.body());
            case StatementTree.While w -> {
                if (CompletionCheck.isConstant(w.condition(), true)) {
                    endless(w.span(), "WHILE TRUE", w.label(), w.body());
                } else {
                    unchanging(w.condition(), w.label(), w.body());
                }
            }
            case StatementTree.Repeat r -> {
                if (CompletionCheck.isConstant(r.condition(), false)) {
                    endless(r.span(), "REPEAT UNTIL FALSE", r.label(), r.body());
                } else {
                    unchanging(r.condition(), r.label(), r.body());
                }
            }
            default -> {
                // It is no loop, or goes through a list, which ends.
            }
        }
    }

    private void endless(Span span, String what, Name label, List<StatementTree> body) {
        if (!hasExit(label, body)) {
            context.warning(
                    ErrorCode.ESQL_ENDLESS,
                    new Span(span.from(), span.from() + 1),
                    what + " without LEAVE, RETURN or THROW never ends",
                    "give it a label, and LEAVE that label");
        }
    }

    private void unchanging(ExpressionTree condition, Name label, List<StatementTree> body) {
        if (handlers || usage.evaluates()) {
            return;
        }
        VariableUsage inside =
                new VariableUsage(new StatementTree.Block(condition.span(), null, false, body));
        Set<Name> variables = new HashSet<>();
        if (isFixed(condition, inside, variables)
                && !variables.isEmpty()
                && !hasExit(label, body)) {
            String name = variables.stream().map(Name::text).sorted().findFirst().orElseThrow();
            context.warning(
                    ErrorCode.ESQL_ENDLESS,
                    condition.span(),
                    "nothing in the loop changes its condition: once begun, it never ends",
                    "change " + name + " in the loop, or LEAVE it");
        }
    }

    /** Whether a value is the same in each iteration; collects its variables. */
    private boolean isFixed(ExpressionTree tree, VariableUsage inside, Set<Name> variables) {
        boolean own =
                switch (tree) {
                    case ExpressionTree.Constant c -> true;
                    case Field f when f.isPlainName() -> {
                        VariableUsage.Declared declared = usage.find(f.root());
                        variables.add(f.root());
                        yield declared != null && declared.isScalar() && !inside.sets(f.root());
                    }
                    case Field f -> INPUT.contains(f.root().folded()) && !inside.sets(f.root());
                    case ExpressionTree.Call c -> PURE.contains(c.name().folded());
                    case ExpressionTree.Unary u -> true;
                    case ExpressionTree.Binary b -> true;
                    case ExpressionTree.Between b -> true;
                    case ExpressionTree.Is i -> true;
                    default -> false;
                };
        return own
                && TreeWalk.children(tree).stream()
                        .allMatch(child -> isFixed(child, inside, variables));
    }

    private static boolean hasExit(Name own, List<StatementTree> body) {
        Set<String> inner = new HashSet<>();
        body.forEach(tree -> TreeWalk.statements(tree, s -> label(s, inner)));
        return CompletionCheck.contains(body, s -> isExit(s, own, inner))
                || LintPass.mayThrow(body);
    }

    /**
     * Whether a statement leaves the loop. A jump to a label of this loop or an enclosing one
     * leaves it; ITERATE of this loop does not.
     */
    private static boolean isExit(StatementTree tree, Name own, Set<String> inner) {
        return switch (tree) {
            case StatementTree.Return r -> true;
            case StatementTree.Throw t -> true;
            case StatementTree.Resignal r -> true;
            case StatementTree.Leave l -> !inner.contains(l.label().text());
            case StatementTree.Iterate i ->
                    !inner.contains(i.label().text())
                            && (own == null || !own.text().equals(i.label().text()));
            default -> false;
        };
    }

    private static void label(StatementTree tree, Set<String> labels) {
        Name label =
                switch (tree) {
                    case StatementTree.Block b -> b.label();
                    case StatementTree.While w -> w.label();
                    case StatementTree.Repeat r -> r.label();
                    case StatementTree.Loop l -> l.label();
                    case StatementTree.For f -> f.label();
                    default -> null;
                };
        if (label != null) {
            labels.add(label.text());
        }
    }
}
