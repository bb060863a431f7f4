package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of1;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of3;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.CallValue;
import io.millrace.engine.esql.program.Expression.Cardinality;
import io.millrace.engine.esql.program.Expression.Case;
import io.millrace.engine.esql.program.Expression.Cast;
import io.millrace.engine.esql.program.Expression.Coalesce;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Negation;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;

import java.lang.classfile.TypeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytecode writer for expressions that are known to be INTEGER or FLOAT. It avoids the creation of
 * a Value. The number is a long or double on the stack; a local variable holds its NULL flag.
 */
final class PrimitiveNumberEmitter extends BytecodeWriter {

    /** Slot of a number that is never NULL. */
    private static final int NEVER = -1;

    private final ExpressionEmitter body;

    private final Map<Expression, ValueForm> forms = new IdentityHashMap<>();

    /** Local variables of flags that are no longer needed. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * The location of the NULL flag of a pushed number.
     *
     * @param slot local variable; negative if the number is never NULL
     * @param own whether only this number uses the variable
     */
    record Null(int slot, boolean own) {
        static final Null NOT = new Null(NEVER, false);

        boolean isNever() {
            return slot == NEVER;
        }
    }

    PrimitiveNumberEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /** Returns LONG or DOUBLE for an expression that this writer supports; otherwise OBJECT. */
    ValueForm form(Expression e) {
        ValueForm known = forms.get(e);
        if (known == null) {
            known = find(e);
            forms.put(e, known);
        }
        return known;
    }

    private ValueForm find(Expression e) {
        return switch (e) {
            case Literal(Value value) -> number(ValueForm.of(value == null ? null : value.type()));
            case VariableValue(var variable) -> number(ValueForm.of(variable.scalarType()));
            case Arithmetic a when a.operator() != Arithmetic.Operator.CONCATENATE -> arithmetic(a);
            case Negation(Expression operand) -> form(operand);
            case CallValue(var call) -> number(ValueForm.of(call.signature().scalarType()));
            case Cardinality _ -> ValueForm.LONG;
            case BuiltIn f -> number(ValueForm.of(f.type()));
            case Cast cast when cast.otherwise() == null -> number(ValueForm.of(cast.target()));
            case Expression.Part(var content) -> form(content);
            case Case choice -> common(results(choice));
            case Coalesce(var operands) -> common(operands);
            default -> ValueForm.OBJECT;
        };
    }

    private static ValueForm number(ValueForm form) {
        return form.isNumber() ? form : ValueForm.OBJECT;
    }

    private ValueForm arithmetic(Arithmetic a) {
        ValueForm left = form(a.left());
        ValueForm right = left == ValueForm.OBJECT ? left : form(a.right());
        return right == ValueForm.OBJECT ? right : left == right ? left : ValueForm.DOUBLE;
    }

    private static List<Expression> results(Case choice) {
        List<Expression> results = new ArrayList<>();
        choice.whens().forEach(w -> results.add(w.result()));
        results.add(choice.otherwise());
        return results;
    }

    /** Returns the common form of all expressions. NULL has any form. */
    private ValueForm common(List<Expression> expressions) {
        ValueForm common = null;
        for (Expression e : expressions) {
            ValueForm own = isNullLiteral(e) ? common : form(e);
            if (own == ValueForm.OBJECT || common != null && own != common) {
                return ValueForm.OBJECT;
            }
            common = own;
        }
        return common == null ? ValueForm.OBJECT : common;
    }

    private static boolean isNullLiteral(Expression e) {
        return e instanceof Literal(Value value) && value == null;
    }

    /** Whether the value of an expression should be created from its number. */
    boolean isBetter(Expression e) {
        return (e instanceof Arithmetic || e instanceof Negation || e instanceof Cardinality)
                && form(e) != ValueForm.OBJECT;
    }

    /** Pushes the Value of an expression. */
    void value(Expression e) {
        ValueForm form = form(e);
        flag(push(e));
        call(form, PrimitiveOperators::value, PrimitiveOperators::value);
    }

    /**
     * Pushes an expression as a number of the given form, and then its NULL flag. An INTEGER can be
     * pushed as a FLOAT.
     */
    void pushWithFlag(Expression e, ValueForm requested) {
        Null isNull = push(e, requested);
        flag(isNull);
    }

    Null push(Expression e, ValueForm requested) {
        ValueForm form = form(e);
        Null isNull = push(e);
        if (form == ValueForm.LONG && requested == ValueForm.DOUBLE) {
            out.l2d();
        }
        return isNull;
    }

    /** Pushes a NULL flag. The local variable of the flag can then be reused. */
    void flag(Null isNull) {
        load(isNull);
        release(isNull);
    }

    private void load(Null isNull) {
        if (isNull.isNever()) {
            number(0);
        } else {
            out.iload(isNull.slot());
        }
    }

    /** A number in local variables that takes part in several comparisons. */
    record Kept(ValueForm form, int slot, Null isNull) {}

    Kept keep(Expression e) {
        ValueForm form = form(e);
        Null isNull = push(e);
        int slot = out.allocateLocal(form.kind);
        out.storeLocal(form.kind, slot);
        return new Kept(form, slot, isNull);
    }

    void release(Kept kept) {
        release(kept.isNull());
    }

    /** Compares a stored number with another number for equality and pushes 1, 0 or -1. */
    void compare(Kept kept, Expression other) {
        ValueForm form = kept.form() == form(other) ? kept.form() : ValueForm.DOUBLE;
        out.loadLocal(kept.form().kind, kept.slot());
        if (kept.form() != form) {
            out.l2d();
        }
        Null otherNull = push(other, form);
        Null shared = new Null(kept.isNull().slot(), false);
        release(either(shared, otherNull));
        invoke(comparison(Comparison.Operator.EQUAL, form));
    }

    private void release(Null isNull) {
        if (isNull.own()) {
            free.push(isNull.slot());
        }
    }

    private Null flag() {
        return new Null(free.isEmpty() ? out.allocateLocal(TypeKind.INT) : free.pop(), true);
    }

    /** Pushes one NULL flag for two numbers, which is also the flag of the result. */
    Null either(Null left, Null right) {
        if (left.isNever() || right.isNever()) {
            Null only = left.isNever() ? right : left;
            load(only);
            return only;
        }
        out.iload(left.slot());
        out.iload(right.slot());
        out.ior();
        Null both = left.own() ? left : right.own() ? right : flag();
        if (left.own()) {
            release(right);
        }
        out.dup();
        out.istore(both.slot());
        return both;
    }

    /** Pushes a number. */
    Null push(Expression e) {
        switch (e) {
            case Literal(Value value) -> {
                literal(value);
                return Null.NOT;
            }
            case VariableValue(Local local) when body.storage.form(local).isNumber() -> {
                return new Null(body.storage.loadNumber(local), false);
            }
            case Arithmetic a -> {
                return operation(a);
            }
            case Negation(Expression operand) -> {
                Null isNull = push(operand);
                load(isNull);
                call(form(operand), PrimitiveOperators::negate, PrimitiveOperators::negate);
                return isNull;
            }
            case Cardinality(var list) -> {
                body.lists.count(list);
                return Null.NOT;
            }
            case Case choice -> {
                return choice(choice);
            }
            case Cast cast when isPlainInteger(cast) -> {
                return integer(cast);
            }
            default -> {
                return unwrap(e);
            }
        }
    }

    private void literal(Value value) {
        if (value instanceof IntegerValue(long n)) {
            number(n);
        } else {
            number(((FloatValue) value).value());
        }
    }

    private Null unwrap(Expression e) {
        body.value(e);
        Null isNull = storeFlag();
        call(form(e), PrimitiveOperators::integer, PrimitiveOperators::number);
        return isNull;
    }

    /** Stores whether the Value on the stack is NULL. */
    private Null storeFlag() {
        out.dup();
        call(Operators::isNull);
        Null isNull = flag();
        out.istore(isNull.slot());
        return isNull;
    }

    private Null operation(Arithmetic a) {
        Null left = push(a.left());
        Null right = push(a.right());
        Null result = either(left, right);
        invoke(arithmetic(a.operator(), form(a.left()), form(a.right())));
        return result;
    }

    /** Whether the expression is a CAST of one value to INTEGER, without further clauses. */
    private static boolean isPlainInteger(Cast cast) {
        return ValueForm.of(cast.target()) == ValueForm.LONG
                && cast.operands().size() == 1
                && cast.otherwise() == null
                && cast.format() == null
                && cast.ccsid() == null
                && cast.encoding() == null;
    }

    private Null integer(Cast cast) {
        Expression operand = cast.operands().getFirst();
        if (form(operand) == ValueForm.LONG) {
            return push(operand);
        }
        body.value(operand);
        Null isNull = storeFlag();
        constant(body.generation.target(cast), CastTarget.class);
        environment();
        call(Casts::integer);
        return isNull;
    }

    private Null choice(Case choice) {
        ValueForm form = form(choice);
        Null isNull = flag();
        body.choice(choice, result -> result(result, form, isNull));
        return isNull;
    }

    private void result(Expression e, ValueForm form, Null isNull) {
        if (isNullLiteral(e)) {
            literal(form == ValueForm.LONG ? Value.of(0) : new FloatValue(0));
            number(1);
        } else {
            flag(push(e));
        }
        out.istore(isNull.slot());
    }

    /** Pushes 1 if an expression is NULL, otherwise 0. */
    void isNull(Expression e) {
        Null isNull = push(e);
        out.pop2();
        flag(isNull);
    }

    // Comparison

    /** Whether two operands can be compared as numbers. */
    boolean areComparable(Expression left, Expression right) {
        return form(left) != ValueForm.OBJECT && form(right) != ValueForm.OBJECT;
    }

    /** Pushes the result of a comparison: 1, 0 or -1. */
    void compare(Expression left, Expression right, Comparison.Operator operator) {
        ValueForm form = form(left) == form(right) ? form(left) : ValueForm.DOUBLE;
        Null leftNull = push(left, form);
        Null rightNull = push(right, form);
        release(either(leftNull, rightNull));
        invoke(comparison(operator, form));
    }

    // Method for each form of the operands

    private <A, B> void call(ValueForm form, Of1<A> ofLong, Of1<B> ofDouble) {
        invoke(form == ValueForm.LONG ? ofLong : ofDouble);
    }

    private void call(ValueForm form, Of2<Long, Integer> ofLong, Of2<Double, Integer> ofDouble) {
        invoke(form == ValueForm.LONG ? ofLong : ofDouble);
    }

    private static RuntimeMethod arithmetic(
            Arithmetic.Operator operator, ValueForm left, ValueForm right) {
        return switch (operator) {
            case ADD ->
                    among(
                            left,
                            right,
                            PrimitiveOperators::add,
                            PrimitiveOperators::add,
                            PrimitiveOperators::add,
                            PrimitiveOperators::add);
            case SUBTRACT ->
                    among(
                            left,
                            right,
                            PrimitiveOperators::subtract,
                            PrimitiveOperators::subtract,
                            PrimitiveOperators::subtract,
                            PrimitiveOperators::subtract);
            case MULTIPLY ->
                    among(
                            left,
                            right,
                            PrimitiveOperators::multiply,
                            PrimitiveOperators::multiply,
                            PrimitiveOperators::multiply,
                            PrimitiveOperators::multiply);
            case DIVIDE ->
                    among(
                            left,
                            right,
                            PrimitiveOperators::divide,
                            PrimitiveOperators::divide,
                            PrimitiveOperators::divide,
                            PrimitiveOperators::divide);
            case CONCATENATE -> throw new IllegalStateException("|| has no method for numbers");
        };
    }

    private static RuntimeMethod among(
            ValueForm left,
            ValueForm right,
            Of3<Long, Long, Integer> longs,
            Of3<Long, Double, Integer> longAndDouble,
            Of3<Double, Long, Integer> doubleAndLong,
            Of3<Double, Double, Integer> doubles) {
        return left == ValueForm.LONG
                ? right == ValueForm.LONG ? longs : longAndDouble
                : right == ValueForm.LONG ? doubleAndLong : doubles;
    }

    private static RuntimeMethod comparison(Comparison.Operator operator, ValueForm form) {
        return switch (operator) {
            case EQUAL -> among(form, PrimitiveOperators::testEqual, PrimitiveOperators::testEqual);
            case NOT_EQUAL ->
                    among(form, PrimitiveOperators::testNotEqual, PrimitiveOperators::testNotEqual);
            case LESS -> among(form, PrimitiveOperators::testLess, PrimitiveOperators::testLess);
            case LESS_OR_EQUAL ->
                    among(
                            form,
                            PrimitiveOperators::testLessOrEqual,
                            PrimitiveOperators::testLessOrEqual);
            case GREATER ->
                    among(form, PrimitiveOperators::testGreater, PrimitiveOperators::testGreater);
            case GREATER_OR_EQUAL ->
                    among(
                            form,
                            PrimitiveOperators::testGreaterOrEqual,
                            PrimitiveOperators::testGreaterOrEqual);
        };
    }

    private static RuntimeMethod among(
            ValueForm form, Of3<Long, Long, Integer> longs, Of3<Double, Double, Integer> doubles) {
        return form == ValueForm.LONG ? longs : doubles;
    }
}
