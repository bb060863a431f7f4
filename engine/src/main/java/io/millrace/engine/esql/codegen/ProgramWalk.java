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

/** A walker over the records of a program, of any type. */
final class ProgramWalk {

    private static final ClassValue<Method[]> PARTS =
            new ClassValue<>() {
                @Override
                protected Method[] computeValue(Class<?> type) {
                    return Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getAccessor)
                            .toArray(Method[]::new);
                }
            };

    /** Approximate number of bytes of bytecode for a node. */
    static final int BYTES = 12;

    private ProgramWalk() {}

    /**
     * Passes a node and all nodes in it to a visitor, parents before their parts. Lists are not
     * passed, but their members are.
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

    /** Whether an object is a part of a program for which code is generated. */
    static boolean isNode(Object node) {
        return switch (node) {
            case Origin _, ScalarType _, Signature _ -> false;
            case Record r -> r.getClass().getPackage() == Program.class.getPackage();
            case null, default -> false;
        };
    }

    /** Returns the parts of a node: nodes, lists and others. */
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

    /** Whether anything in a node calls a routine or runs EVAL. */
    static boolean calls(Object node) {
        boolean[] found = {false};
        walk(node, n -> found[0] |= n instanceof Call || n instanceof Evaluation);
        return found[0];
    }

    /**
     * Returns the approximate number of bytes of bytecode for a node. The JVM never compiles a
     * method of more than 8,000 bytes. Therefore the estimate need not be exact, but should not be
     * too low.
     */
    static int weight(Object node) {
        int[] sum = {0};
        walk(node, n -> sum[0] += BYTES);
        return sum[0];
    }
}
