package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;

import java.util.ArrayList;
import java.util.List;

/** The operands of {@code a || b || ...}. */
final class Concatenation {

    /** Maximum number of values that one statement appends. More values are joined first. */
    private static final int MAX_APPENDED = 20;

    private Concatenation() {}

    /** Returns the operands of concatenations that are nested to the left. */
    static List<Expression> operands(Expression concatenation, boolean withParts) {
        List<Expression> operands = new ArrayList<>();
        Expression rest = concatenation;
        while (true) {
            if (rest instanceof Arithmetic a && a.operator() == Arithmetic.Operator.CONCATENATE) {
                operands.add(a.right());
                rest = a.left();
            } else if (withParts && rest instanceof Expression.Part(var content)) {
                rest = content;
            } else {
                break;
            }
        }
        operands.add(rest);
        return operands.reversed();
    }

    /** Whether a statement appends to a variable. */
    static boolean appends(Variable variable, Expression value) {
        return ScalarType.CHARACTER.equals(variable.type())
                && appends(variable, operands(value, true));
    }

    private static boolean appends(Variable variable, List<Expression> operands) {
        return operands.size() > 1
                && operands.size() <= MAX_APPENDED
                && operands.getFirst() instanceof VariableValue(Variable first)
                && first.equals(variable);
    }
}
