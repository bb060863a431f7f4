package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Routine;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the expressions of a long routine are cut, so that no method becomes too long: each marked
 * expression is written to a method of its own, without those marked within it.
 */
final class Cuts {

    /** About how many bytes a method for an expression has at least. */
    private static final int PIECE_BYTES = 2_000;

    /** What a call costs. */
    private static final int CALL_BYTES = 10;

    private final Set<Object> marked = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Map<Expression, Boolean> steady = new IdentityHashMap<>();

    private Cuts() {}

    static Cuts of(Routine routine) {
        Cuts cuts = new Cuts();
        cuts.weigh(routine.body());
        return cuts;
    }

    boolean isCut(Expression e) {
        return marked.contains(e);
    }

    /** Marks the rest of a list that became too long, and gives it back. */
    <E extends Expression> E mark(E rest) {
        marked.add(rest);
        return rest;
    }

    /**
     * How many members of a list fill a method.
     *
     * @return all of them where they fit
     */
    static int fitting(List<?> members) {
        int sum = 0;
        for (int i = 0; i < members.size(); i++) {
            sum += Math.min(Nodes.weight(members.get(i)), PIECE_BYTES);
            if (sum > PIECE_BYTES && i > 0) {
                return i;
            }
        }
        return members.size();
    }

    /**
     * Whether something is the same however often it is evaluated while some conditions are: a
     * literal, a variable or a field, and nothing is called.
     */
    boolean isSteady(Expression e, List<?> conditions) {
        // What is steady for some conditions is so for those among them that are left.
        return steady.computeIfAbsent(e, operand -> checkSteady(operand, conditions));
    }

    private static boolean checkSteady(Expression e, List<?> conditions) {
        boolean plain =
                e instanceof Expression.Literal
                        || e instanceof Expression.VariableValue
                        || e instanceof Expression.TreeValue(Operand.Field _);
        boolean[] calls = {false};
        Nodes.walk(
                List.of(e, conditions),
                n -> calls[0] |= n instanceof Call || n instanceof Evaluation);
        return plain && !calls[0];
    }

    /** From the leaves up: what has grown long is marked, and weighs as little as a call. */
    private int weigh(Object node) {
        if (node instanceof List<?> list) {
            int sum = 0;
            for (Object n : list) {
                sum += weigh(n);
            }
            return sum;
        }
        if (!Nodes.isNode(node)) {
            return 0;
        }
        int sum = Nodes.BYTES;
        for (Object part : Nodes.parts((Record) node)) {
            sum += weigh(part);
        }
        if (node instanceof Expression && sum > PIECE_BYTES) {
            marked.add(node);
            return CALL_BYTES;
        }
        return sum;
    }
}
