package io.millrace.engine.esql.syntax;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Traversals of statements and expressions, in source order. The parser limits the nesting depth.
 */
public final class TreeWalk {

    private static final ClassValue<Method[]> ACCESSORS =
            new ClassValue<>() {
                @Override
                protected Method[] computeValue(Class<?> type) {
                    return Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getAccessor)
                            .peek(TreeWalk::skipAccessCheck)
                            .toArray(Method[]::new);
                }
            };

    private TreeWalk() {}

    /** Returns the statements directly within a statement. */
    public static List<StatementTree> children(StatementTree tree) {
        List<StatementTree> found = new ArrayList<>();
        nearest(tree, StatementTree.class, found);
        return found;
    }

    /** Visits a statement and all statements within it. */
    public static void statements(StatementTree tree, Consumer<StatementTree> visitor) {
        visitor.accept(tree);
        children(tree).forEach(child -> statements(child, visitor));
    }

    /**
     * Returns the expressions directly in a statement, without the expressions of nested
     * statements.
     */
    public static List<ExpressionTree> expressions(StatementTree tree) {
        List<ExpressionTree> found = new ArrayList<>();
        nearest(tree, ExpressionTree.class, found);
        return found;
    }

    /** Visits an expression and all expressions within it. */
    public static void expressions(ExpressionTree tree, Consumer<ExpressionTree> visitor) {
        visitor.accept(tree);
        children(tree).forEach(child -> expressions(child, visitor));
    }

    /** Returns the expressions directly within an expression. */
    public static List<ExpressionTree> children(ExpressionTree tree) {
        List<ExpressionTree> found = new ArrayList<>();
        nearest(tree, ExpressionTree.class, found);
        return found;
    }

    /** Avoids a check of the caller at each call, which takes longer than the call. */
    private static void skipAccessCheck(Method accessor) {
        accessor.setAccessible(true);
    }

    /** Collects the nodes of a type that are components of a node or of its components. */
    private static <T> void nearest(Object node, Class<T> type, List<T> found) {
        for (Method accessor : ACCESSORS.get(node.getClass())) {
            try {
                collect(accessor.invoke(node), type, found);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + node, e);
            }
        }
    }

    private static <T> void collect(Object part, Class<T> type, List<T> found) {
        switch (part) {
            case List<?> list -> list.forEach(p -> collect(p, type, found));
            case Object p when type.isInstance(p) -> found.add(type.cast(p));
            case StatementTree _, ExpressionTree _ -> {}
            case Record r when r.getClass().getPackage() == TreeWalk.class.getPackage() ->
                    nearest(r, type, found);
            case null, default -> {}
        }
    }
}
