package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Traversals of the records of a program, of any type. */
public final class ProgramWalk {

    private static final ClassValue<Shape> SHAPES =
            new ClassValue<>() {
                @Override
                protected Shape computeValue(Class<?> type) {
                    return Shape.of(type);
                }
            };

    private ProgramWalk() {}

    /** The methods that return the components of a record and create a record from components. */
    private record Shape(List<Method> accessors, Constructor<?> constructor) {
        static Shape of(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            for (RecordComponent component : components) {
                // A check of the caller at each call would take longer than the call.
                component.getAccessor().setAccessible(true);
            }
            try {
                return new Shape(
                        Arrays.stream(components).map(RecordComponent::getAccessor).toList(),
                        type.getDeclaredConstructor(
                                Arrays.stream(components)
                                        .map(RecordComponent::getType)
                                        .toArray(Class<?>[]::new)));
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Passes a node and all nodes in it to a visitor, parents before children. Lists are not
     * passed, but their members are.
     */
    public static void walk(@Nullable Object node, Consumer<Record> visitor) {
        if (node instanceof List<?> list) {
            list.forEach(n -> walk(n, visitor));
        } else if (node instanceof Record part && isNode(part)) {
            visitor.accept(part);
            for (Object child : children(part)) {
                walk(child, visitor);
            }
        }
    }

    /** Whether a predicate holds for a node or one of its descendants. */
    public static boolean any(@Nullable Object node, Predicate<Record> predicate) {
        if (node instanceof List<?> list) {
            for (Object member : list) {
                if (any(member, predicate)) {
                    return true;
                }
            }
        } else if (node instanceof Record part && isNode(part)) {
            return predicate.test(part) || any(Arrays.asList(children(part)), predicate);
        }
        return false;
    }

    /** Whether a node can call a routine of the program. */
    public static boolean calls(@Nullable Object node) {
        return any(node, n -> n instanceof Call || n instanceof Evaluation);
    }

    /** Whether an object is a part of a program for which code is generated. */
    public static boolean isNode(@Nullable Object node) {
        return switch (node) {
            case Origin _, ScalarType _, Signature _ -> false;
            case Record r -> r.getClass().getPackage() == Program.class.getPackage();
            case null, default -> false;
        };
    }

    /** Returns the components of a node: nodes, lists and others. */
    public static @Nullable Object[] children(Record node) {
        List<Method> accessors = SHAPES.get(node.getClass()).accessors();
        @Nullable Object[] children = new @Nullable Object[accessors.size()];
        try {
            for (int i = 0; i < children.length; i++) {
                children[i] = accessors.get(i).invoke(node);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + node, e);
        }
        return children;
    }

    /** Returns a node whose components are replaced; the same node if none of them changes. */
    public static Record withChildren(Record node, UnaryOperator<@Nullable Object> replacement) {
        @Nullable Object[] children = children(node);
        boolean changed = false;
        for (int i = 0; i < children.length; i++) {
            Object replaced = replacement.apply(children[i]);
            changed |= replaced != children[i];
            children[i] = replaced;
        }
        try {
            return changed
                    ? (Record) SHAPES.get(node.getClass()).constructor().newInstance(children)
                    : node;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot replace parts of " + node, e);
        }
    }
}
