package io.millrace.engine.esql.analysis.lint;

import static io.millrace.engine.error.ErrorCode.ESQL_ENDLESS;

import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.For;
import io.millrace.engine.esql.syntax.StatementTree.Handler;
import io.millrace.engine.esql.syntax.StatementTree.Iterate;
import io.millrace.engine.esql.syntax.StatementTree.Leave;
import io.millrace.engine.esql.syntax.StatementTree.Loop;
import io.millrace.engine.esql.syntax.StatementTree.MoveTo;
import io.millrace.engine.esql.syntax.StatementTree.Repeat;
import io.millrace.engine.esql.syntax.StatementTree.Resignal;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.StatementTree.Throw;
import io.millrace.engine.esql.syntax.StatementTree.While;
import io.millrace.engine.esql.syntax.TreeWalk;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A lint check for loops that never end. */
final class LoopLint {

    private final LintPass.Reporter reporter;
    private final VariableUsage usage;
    private final boolean handlers;

    /** References that can leave the tree that their declaration specifies. */
    private final Set<String> retargeted = new HashSet<>();

    LoopLint(LintPass.Reporter reporter, StatementTree routine, VariableUsage usage) {
        this.reporter = reporter;
        this.usage = usage;
        this.handlers = CompletionCheck.contains(List.of(routine), s -> s instanceof Handler);
        TreeWalk.statements(routine, this::retargeted);
    }

    private void retargeted(StatementTree tree) {
        switch (tree) {
            case MoveTo(_, Field reference, _) ->
                    retargeted.add(VariableUsage.key(reference.root()));
            case Create create when create.as() != null ->
                    retargeted.add(VariableUsage.key(create.as()));
            default -> {
                // The statement sets no reference.
            }
        }
    }

    /** Whether a reference can leave the tree that its declaration specifies. */
    boolean isRetargeted(Name reference) {
        return retargeted.contains(VariableUsage.key(reference));
    }

    void check(StatementTree tree) {
        switch (tree) {
            case Loop l -> endless(l.span(), "LOOP", l.label(), l.body());
            case While w -> {
                if (CompletionCheck.isConstant(w.condition(), true)) {
                    endless(w.span(), "WHILE TRUE", w.label(), w.body());
                } else {
                    unchanging(w.condition(), w.label(), w.body());
                }
            }
            case Repeat r -> {
                if (CompletionCheck.isConstant(r.condition(), false)) {
                    endless(r.span(), "REPEAT UNTIL FALSE", r.label(), r.body());
                } else {
                    unchanging(r.condition(), r.label(), r.body());
                }
            }
            default -> {
                // It is not a loop, or it iterates over a list, which ends.
            }
        }
    }

    private void endless(Span span, String what, @Nullable Name label, List<StatementTree> body) {
        if (!hasExit(label, body)) {
            reporter.warn(
                    ESQL_ENDLESS,
                    new Span(span.from(), span.from() + 1),
                    what + " without LEAVE, RETURN or THROW never ends",
                    "label the loop and leave it with LEAVE");
        }
    }

    private void unchanging(
            ExpressionTree condition, @Nullable Name label, List<StatementTree> body) {
        if (handlers || usage.evaluates() || hasExit(label, body)) {
            return;
        }
        LoopChanges changes = new LoopChanges(usage, retargeted, condition.span(), body);
        Set<Name> variables = new HashSet<>();
        if (changes.isFixed(condition, variables)) {
            String change =
                    variables.stream()
                            .map(Name::text)
                            .sorted()
                            .findFirst()
                            .map(name -> "change " + name + " in the loop, or ")
                            .orElse("");
            reporter.warn(
                    ESQL_ENDLESS,
                    condition.span(),
                    """
                    nothing in the loop changes its condition, so the loop never ends after it \
                    starts\
                    """,
                    change + "use LEAVE");
        }
    }

    private static boolean hasExit(@Nullable Name own, List<StatementTree> body) {
        Set<String> inner = new HashSet<>();
        body.forEach(tree -> TreeWalk.statements(tree, s -> label(s, inner)));
        return CompletionCheck.contains(body, s -> isExit(s, own, inner))
                || LintPass.mayThrow(body);
    }

    /**
     * Whether a statement leaves the loop: a jump to a label of this loop or of an enclosing loop,
     * except ITERATE of this loop.
     */
    private static boolean isExit(StatementTree tree, @Nullable Name own, Set<String> inner) {
        return switch (tree) {
            case Return r -> true;
            case Throw t -> true;
            case Resignal r -> true;
            case Leave l -> !inner.contains(l.label().text());
            case Iterate i ->
                    !inner.contains(i.label().text())
                            && (own == null || !own.text().equals(i.label().text()));
            default -> false;
        };
    }

    private static void label(StatementTree tree, Set<String> labels) {
        Name label =
                switch (tree) {
                    case Block b -> b.label();
                    case While w -> w.label();
                    case Repeat r -> r.label();
                    case Loop l -> l.label();
                    case For f -> f.label();
                    default -> null;
                };
        if (label != null) {
            labels.add(label.text());
        }
    }
}
