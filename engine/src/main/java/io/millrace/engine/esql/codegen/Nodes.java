package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
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

    private Nodes() {}

    /**
     * Gives a node, and everything in it, to a visitor: parents before their parts. Lists are not
     * given, their members are.
     */
    static void walk(Object node, Consumer<Record> visitor) {
        switch (node) {
            case List<?> list -> list.forEach(n -> walk(n, visitor));
            case Origin _, ScalarType _, Signature _ -> {}
            case Record r when r.getClass().getPackage() == Program.class.getPackage() -> {
                visitor.accept(r);
                for (Method part : PARTS.get(r.getClass())) {
                    walk(read(part, r), visitor);
                }
            }
            case null, default -> {}
        }
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
        walk(node, n -> sum[0] += 12);
        return sum[0];
    }
}
