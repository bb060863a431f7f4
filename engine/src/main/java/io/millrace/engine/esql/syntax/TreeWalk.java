package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.PathStep.Part;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Traversals of statements and expressions, in source order. The parser limits the nesting depth.
 */
public final class TreeWalk {

    private TreeWalk() {}

    /** Returns the statements directly within a statement. */
    public static List<StatementTree> children(StatementTree tree) {
        return switch (tree) {
            case StatementTree.Block b -> b.body();
            case StatementTree.While w -> w.body();
            case StatementTree.Repeat r -> r.body();
            case StatementTree.Loop l -> l.body();
            case StatementTree.For f -> f.body();
            case StatementTree.Handler h -> List.of(h.body());
            case StatementTree.If i -> bodies(i.branches(), i.otherwise());
            case StatementTree.Case c -> bodies(c.branches(), c.otherwise());
            default -> List.of();
        };
    }

    private static List<StatementTree> bodies(
            List<StatementTree.Branch> branches, List<StatementTree> otherwise) {
        return Stream.concat(
                        branches.stream().flatMap(b -> b.body().stream()),
                        otherwise == null ? Stream.empty() : otherwise.stream())
                .toList();
    }

    /** Visits a statement and all statements within it. */
    public static void statements(StatementTree tree, Consumer<StatementTree> visitor) {
        visitor.accept(tree);
        children(tree).forEach(child -> statements(child, visitor));
    }

    /** Returns the expressions directly in a statement, without those of nested statements. */
    public static List<ExpressionTree> expressions(StatementTree tree) {
        return switch (tree) {
            case StatementTree.Declare d -> given(d.initial());
            case StatementTree.Set s -> given(s.target(), s.value());
            case StatementTree.If i ->
                    i.branches().stream().map(StatementTree.Branch::when).toList();
            case StatementTree.Case c ->
                    joined(
                            given(c.operand()),
                            c.branches().stream().map(StatementTree.Branch::when).toList());
            case StatementTree.While w -> given(w.condition());
            case StatementTree.Repeat r -> given(r.condition());
            case StatementTree.For f -> given(f.list());
            case StatementTree.Return r -> given(r.value());
            case StatementTree.Invoke i ->
                    given(i.call(), i.externalSchema(), i.database(), i.into());
            case StatementTree.Throw t ->
                    joined(given(t.severity(), t.catalog(), t.message()), t.values());
            case StatementTree.Log l ->
                    joined(given(l.severity(), l.catalog(), l.message()), l.values());
            case StatementTree.Eval e -> given(e.text());
            case StatementTree.Passthru p -> given(p.call());
            case StatementTree.MoveTo m -> given(m.reference(), m.target());
            case StatementTree.Move m -> joined(given(m.reference()), qualifiers(m.qualifiers()));
            case StatementTree.Create c -> create(c);
            case StatementTree.Delete d -> given(d.target());
            case StatementTree.Attach a -> given(a.reference(), a.target());
            case StatementTree.Detach d -> given(d.reference());
            case StatementTree.Propagate p ->
                    given(p.terminal(), p.label(), p.environment(), p.message(), p.exception());
            case StatementTree.DatabaseInsert i -> joined(given(i.table()), i.values());
            case StatementTree.DatabaseUpdate u ->
                    joined(
                            given(u.table(), u.where()),
                            u.assignments().stream()
                                    .map(StatementTree.DatabaseUpdate.Assignment::value)
                                    .toList());
            case StatementTree.DatabaseDelete d -> given(d.table(), d.where());
            case StatementTree.DatabaseEnd e -> given(e.database());
            case StatementTree.Handler h ->
                    h.conditions().stream()
                            .flatMap(c -> given(c.state(), c.escape()).stream())
                            .toList();
            default -> List.of();
        };
    }

    private static List<ExpressionTree> create(StatementTree.Create c) {
        List<ExpressionTree> own = given(c.target(), c.domain(), c.value(), c.from());
        List<ExpressionTree> parse =
                c.parse() == null
                        ? List.of()
                        : c.parse().stream()
                                .map(ExpressionTree.Call.Argument::value)
                                .filter(Objects::nonNull)
                                .toList();
        return joined(joined(own, qualifiers(c.qualifiers())), parse);
    }

    private static List<ExpressionTree> qualifiers(StatementTree.Qualifiers q) {
        return q.identity() == null
                ? given(q.type(), q.namespace(), q.name())
                : joined(given(q.type(), q.namespace(), q.name()), step(q.identity()));
    }

    /** Visits an expression and all expressions within it. */
    public static void expressions(ExpressionTree tree, Consumer<ExpressionTree> visitor) {
        visitor.accept(tree);
        children(tree).forEach(child -> expressions(child, visitor));
    }

    /** Returns the expressions directly within an expression. */
    public static List<ExpressionTree> children(ExpressionTree tree) {
        return switch (tree) {
            case ExpressionTree.Field f ->
                    joined(
                            f.rootIndex() == null ? List.of() : given(f.rootIndex().value()),
                            f.steps().stream().flatMap(s -> step(s).stream()).toList());
            case ExpressionTree.Unary u -> given(u.operand());
            case ExpressionTree.Binary b -> given(b.left(), b.right());
            case ExpressionTree.Between b -> given(b.operand(), b.low(), b.high());
            case ExpressionTree.In i -> joined(given(i.operand()), i.candidates());
            case ExpressionTree.Like l -> given(l.operand(), l.pattern(), l.escape());
            case ExpressionTree.Is i -> given(i.operand());
            case ExpressionTree.Case c ->
                    joined(
                            given(c.operand(), c.otherwise()),
                            c.branches().stream()
                                    .flatMap(w -> given(w.when(), w.then()).stream())
                                    .toList());
            case ExpressionTree.Cast c ->
                    joined(c.operands(), given(c.ccsid(), c.encoding(), c.format(), c.otherwise()));
            case ExpressionTree.Call c ->
                    c.arguments().stream()
                            .map(ExpressionTree.Call.Argument::value)
                            .filter(Objects::nonNull)
                            .toList();
            case ExpressionTree.Select s ->
                    joined(
                            joined(items(s.items()), given(s.where())),
                            s.from().stream()
                                    .<ExpressionTree>map(ExpressionTree.Select.From::field)
                                    .toList());
            case ExpressionTree.Row r -> items(r.items());
            case ExpressionTree.ListOf l -> l.items();
            case ExpressionTree.Quantified q -> given(q.list().field(), q.condition());
            case ExpressionTree.Qualified q -> given(q.operand());
            case ExpressionTree.Constant c -> List.of();
            case ExpressionTree.Star s -> List.of();
            case ExpressionTree.Missing m -> List.of();
        };
    }

    private static List<ExpressionTree> items(List<ExpressionTree.Select.Item> items) {
        return items.stream()
                .flatMap(
                        item ->
                                Stream.concat(
                                        Stream.of(item.value()),
                                        item.as().stream().flatMap(s -> step(s).stream())))
                .toList();
    }

    private static List<ExpressionTree> step(PathStep step) {
        return Stream.of(
                        step.type(),
                        computed(step.namespace()),
                        computed(step.name()),
                        step.index() == null ? null : step.index().value())
                .filter(Objects::nonNull)
                .toList();
    }

    private static ExpressionTree computed(Part part) {
        return part instanceof Part.Computed c ? c.expression() : null;
    }

    private static List<ExpressionTree> given(ExpressionTree... trees) {
        return Stream.of(trees).filter(Objects::nonNull).toList();
    }

    private static List<ExpressionTree> given(ExpressionTree tree) {
        return tree == null ? List.of() : List.of(tree);
    }

    private static List<ExpressionTree> joined(List<ExpressionTree> a, List<ExpressionTree> b) {
        return a.isEmpty() ? b : b.isEmpty() ? a : Stream.concat(a.stream(), b.stream()).toList();
    }
}
