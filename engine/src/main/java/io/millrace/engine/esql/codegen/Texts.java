package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.GrowingText;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Writes {@code a || b || c}: in one go, and where a variable is appended to, into it. */
final class Texts {

    /** How many values are joined at a time. */
    private static final int MOST = 4;

    /** How many values are appended by one statement; more are joined first. */
    private static final int MOST_APPENDED = 20;

    private static final ScalarType CHARACTER = ScalarType.of(ValueType.CHARACTER);

    private final Body body;
    private final Code code;

    Texts(Body body) {
        this.body = body;
        this.code = body.code;
    }

    /** Pushes what a concatenation gives. */
    void value(Arithmetic concatenation) {
        List<Expression> operands = operands(concatenation, body::isCut);
        body.expressions.value(operands.getFirst());
        for (int at = 1; at < operands.size(); ) {
            int count = 1;
            body.expressions.value(operands.get(at));
            while (count < MOST - 1
                    && at + count < operands.size()
                    && mayComeEarly(operands, at + count)) {
                body.expressions.value(operands.get(at + count));
                count++;
            }
            Class<?>[] types = new Class<?>[count + 1];
            java.util.Arrays.fill(types, Value.class);
            code.call(Operators.class, "concat", types);
            at += count;
        }
    }

    /** The operands of concatenations that are nested to the left. */
    private static List<Expression> operands(
            Arithmetic concatenation, Predicate<Expression> isApart) {
        List<Expression> operands = new ArrayList<>();
        Expression rest = concatenation;
        while (rest instanceof Arithmetic a
                && a.operator() == Arithmetic.Operator.CONCATENATE
                && !isApart.test(a)) {
            operands.add(a.right());
            rest = a.left();
        }
        operands.add(rest);
        return operands.reversed();
    }

    /**
     * Whether nobody sees that an operand is evaluated before those in front of it are joined: it
     * does nothing that shows, or they cannot fail.
     */
    private static boolean mayComeEarly(List<Expression> operands, int index) {
        Expression e = operands.get(index);
        return e instanceof Expression.Literal
                || e instanceof Expression.VariableValue
                || operands.subList(0, index).stream().allMatch(Texts::isCharacter);
    }

    private static boolean isCharacter(Expression e) {
        return e.type() == ValueType.CHARACTER;
    }

    /** Whether a statement appends to a variable. */
    static boolean appends(Variable variable, Object value) {
        return CHARACTER.equals(variable.type())
                && value instanceof Arithmetic a
                && a.operator() == Arithmetic.Operator.CONCATENATE
                && appends(variable, operands(a, e -> false));
    }

    private static boolean appends(Variable variable, List<Expression> operands) {
        return operands.size() <= MOST_APPENDED
                && operands.getFirst() instanceof Expression.VariableValue(Variable first)
                && first.equals(variable);
    }

    /** Writes a statement that {@link #appends}. The variable changes when all is evaluated. */
    void append(Statement.SetVariable set) {
        Variable.Local variable = (Variable.Local) set.variable();
        List<Expression> operands = operands((Arithmetic) set.value(), e -> false);
        List<Integer> parts = new ArrayList<>();
        for (Expression e : operands.subList(1, operands.size())) {
            body.expressions.value(e);
            parts.add(code.store());
            if (!isCharacter(e)) {
                check(variable, parts);
            }
        }
        body.storage().loadHeld(variable);
        for (int part : parts) {
            code.out.aload(part);
            code.environment();
            code.call(
                    GrowingText.class, "append", Object.class, Value.class, EsqlEnvironment.class);
        }
        body.storage().storeHeld(variable);
    }

    /** What cannot be joined fails before the next part is evaluated. */
    private void check(Variable.Local variable, List<Integer> parts) {
        Label isText = code.label();
        code.out.aload(parts.getLast());
        code.call(GrowingText.class, "takes", Value.class);
        code.out.ifne(isText);
        body.load(variable);
        for (int part : parts) {
            code.out.aload(part);
            code.call(Operators.class, "concat", Value.class, Value.class);
        }
        code.out.pop();
        code.at(isText);
    }
}
