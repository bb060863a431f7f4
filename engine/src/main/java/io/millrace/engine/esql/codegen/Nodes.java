package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Walks over the records of a program, whatever they are. */
final class Nodes {

    private static final ClassValue<Method[]> PARTS =
            new ClassValue<>() {
                @Override
                protected Method[] computeValue(Class<?> type) {
                    return Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getAccessor)
                            .toArray(Method[]::new);
                }
            };

    /** About how many bytes of bytecode a node becomes. */
    static final int BYTES = 12;

    private Nodes() {}

    /**
     * Gives a node, and everything in it, to a visitor: parents before their parts. Lists are not
     * given, their members are.
     */
    static void walk(Object node, Consumer<Record> visitor) {
        if (node instanceof List<?> list) {
            list.forEach(n -> walk(n, visitor));
        } else if (isNode(node)) {
            visitor.accept((Record) node);
            for (Method part : PARTS.get(node.getClass())) {
                walk(read(part, (Record) node), visitor);
            }
        }
    }

    /** Whether something is a part of a program that code is written for. */
    static boolean isNode(Object node) {
        return switch (node) {
            case Origin _, ScalarType _, Signature _ -> false;
            case Record r -> r.getClass().getPackage() == Program.class.getPackage();
            case null, default -> false;
        };
    }

    /** What a node consists of: nodes, lists and others. */
    static List<Object> parts(Record node) {
        List<Object> parts = new ArrayList<>();
        for (Method part : PARTS.get(node.getClass())) {
            parts.add(read(part, node));
        }
        return parts;
    }

    private static Object read(Method part, Record of) {
        try {
            return part.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(part + " of " + of, e);
        }
    }

    /** Whether anything in a node calls a routine, or runs a text. */
    static boolean calls(Object node) {
        boolean[] found = {false};
        walk(node, n -> found[0] |= n instanceof Call || n instanceof Evaluation);
        return found[0];
    }

    /**
     * About how many bytes of bytecode a node becomes. A method beyond 8,000 bytes is never
     * compiled by the JVM, so this need not be exact, but should not be too low.
     */
    static int weight(Object node) {
        int[] sum = {0};
        walk(node, n -> sum[0] += BYTES);
        return sum[0];
    }
}
