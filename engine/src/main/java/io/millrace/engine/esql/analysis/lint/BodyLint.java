package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Propagate;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lint check for parts of OutputRoot that are never written. If there are two bodies, only the
 * last body is written. An assignment to OutputRoot removes all existing fields. Only unused fields
 * that are assigned in the same block are reported.
 */
final class BodyLint {

    private final LintPass.Reporter reporter;
    private final ParserRegistry parsers;
    private final VariableUsage usage;

    /** Number of references to each body of OutputRoot. */
    private final Map<String, Integer> references = new HashMap<>();

    BodyLint(
            LintPass.Reporter reporter,
            ParserRegistry parsers,
            StatementTree routine,
            VariableUsage usage) {
        this.reporter = reporter;
        this.parsers = parsers;
        this.usage = usage;
        TreeWalk.statements(
                routine,
                s -> TreeWalk.expressions(s).forEach(e -> TreeWalk.expressions(e, this::count)));
    }

    private void count(ExpressionTree tree) {
        PathStep body = body(tree);
        if (body != null) {
            references.merge(name(body), 1, Integer::sum);
        }
    }

    /**
     * Returns the step that names a body of OutputRoot; null if the expression has no such step.
     */
    private @Nullable PathStep body(ExpressionTree tree) {
        if (!(tree instanceof Field field) || !usage.isOutput(field) || field.steps().isEmpty()) {
            return null;
        }
        PathStep first = field.steps().getFirst();
        return parsers.domain(name(first)).isPresent() ? first : null;
    }

    private static String name(PathStep step) {
        return step.name() instanceof PathStep.Part.Written(Name name) ? name.text() : "";
    }

    void check(StatementTree tree) {
        if (tree instanceof Block block) {
            replaced(block);
            bodies(block);
        }
    }

    /**
     * Warns about an assignment to a field of OutputRoot that a later assignment to OutputRoot
     * removes.
     */
    private void replaced(Block block) {
        Field field = null;
        for (StatementTree statement : block.body()) {
            boolean isSet = statement instanceof StatementTree.Set;
            if (isSet ? readsOutput((StatementTree.Set) statement) : usesOutput(statement)) {
                field = null;
            } else if (LintPass.mayThrow(List.of(statement))) {
                // A routine can use OutputRoot.
                field = null;
            } else if (statement instanceof StatementTree.Set set
                    && set.target() instanceof Field target
                    && usage.isOutput(target)) {
                if (!target.steps().isEmpty()) {
                    // A header that is copied again with the whole message is not lost.
                    boolean isCopy = target.steps().size() == 1 && set.value() instanceof Field;
                    field = field == null && !isCopy && !isNull(set.value()) ? target : field;
                } else if (field != null) {
                    reporter.warn(
                            ErrorCode.ESQL_NEVER_READ,
                            field.span(),
                            "this field is not written, because a later statement replaces"
                                    + " OutputRoot",
                            "assign OutputRoot first and then its fields");
                    return;
                }
            }
        }
    }

    private boolean readsOutput(StatementTree.Set set) {
        boolean[] found = {false};
        TreeWalk.expressions(set.value(), x -> found[0] |= usesOutput(x));
        return found[0];
    }

    private void bodies(Block block) {
        PathStep before = null;
        int assigned = 0;
        for (StatementTree statement : block.body()) {
            if (!(statement instanceof StatementTree.Set set)
                    || set.target() instanceof Field field
                            && usage.isOutput(field)
                            && field.steps().isEmpty()) {
                before = usesOutput(statement) ? null : before;
                continue;
            }
            PathStep body = body(set.target());
            if (body == null) {
                continue;
            }
            if (isNull(set.value())) {
                before = null;
            } else if (before == null || name(before).equals(name(body))) {
                assigned = before == null ? 1 : assigned + 1;
                before = before == null ? body : before;
            } else {
                if (references.getOrDefault(name(before), 0) == assigned) {
                    report(before, body);
                }
                return;
            }
        }
    }

    private void report(PathStep before, PathStep body) {
        reporter.warn(
                ErrorCode.ESQL_NEVER_READ,
                before.span(),
                "the body %s is not written, because a later statement creates the body %s"
                        .formatted(name(before), name(body)),
                "a message has one body: remove one of them");
    }

    /** Whether a statement, including nested statements, can use or change the output tree. */
    private boolean usesOutput(StatementTree tree) {
        boolean[] found = {false};
        TreeWalk.statements(
                tree,
                s -> {
                    found[0] |= s instanceof Propagate;
                    TreeWalk.expressions(s)
                            .forEach(e -> TreeWalk.expressions(e, x -> found[0] |= usesOutput(x)));
                });
        return found[0];
    }

    private boolean usesOutput(ExpressionTree tree) {
        return tree instanceof Field field && usage.isOutput(field);
    }

    private static boolean isNull(ExpressionTree tree) {
        return tree instanceof Constant constant && constant.value() == null;
    }
}
