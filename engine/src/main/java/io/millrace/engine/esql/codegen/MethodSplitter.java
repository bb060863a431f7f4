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
 * The places where the expressions of a long routine are split, so that no method is too long. Each
 * marked expression is written to its own method, without the marked expressions inside it.
 */
final class MethodSplitter {

    /** Approximate minimum size in bytes of a method for an expression. */
    private static final int PIECE_BYTES = 2_000;

    /** Size in bytes of a call. */
    private static final int CALL_BYTES = 10;

    private final Set<Object> marked = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Map<Expression, Boolean> steady = new IdentityHashMap<>();

    private MethodSplitter() {}

    static MethodSplitter of(Routine routine) {
        MethodSplitter cuts = new MethodSplitter();
        cuts.weigh(routine.body());
        return cuts;
    }

    boolean isCut(Expression e) {
        return marked.contains(e);
    }

    /** Marks the rest of a list that became too long, and returns it. */
    <E extends Expression> E mark(E rest) {
        marked.add(rest);
        return rest;
    }

    /**
     * Returns the number of members of a list that fill a method.
     *
     * @return the size of the list if all members fit
     */
    static int fitting(List<?> members) {
        int sum = 0;
        for (int i = 0; i < members.size(); i++) {
            sum += Math.min(ProgramWalk.weight(members.get(i)), PIECE_BYTES);
            if (sum > PIECE_BYTES && i > 0) {
                return i;
            }
        }
        return members.size();
    }

    /**
     * Whether an expression keeps its value while some conditions are evaluated. This is the case
     * for a literal, a variable or a field, if nothing is called.
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
        ProgramWalk.walk(
                List.of(e, conditions),
                n -> calls[0] |= n instanceof Call || n instanceof Evaluation);
        return plain && !calls[0];
    }

    /**
     * Estimates the size of a node from the leaves up. Long expressions are marked and then count
     * as a call only.
     */
    private int weigh(Object node) {
        if (node instanceof List<?> list) {
            int sum = 0;
            for (Object n : list) {
                sum += weigh(n);
            }
            return sum;
        }
        if (!ProgramWalk.isNode(node)) {
            return 0;
        }
        int sum = ProgramWalk.BYTES;
        for (Object part : ProgramWalk.parts((Record) node)) {
            sum += weigh(part);
        }
        if (node instanceof Expression && sum > PIECE_BYTES) {
            marked.add(node);
            return CALL_BYTES;
        }
        return sum;
    }
}
