package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;

import java.lang.classfile.TypeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytecode writer for expressions that are known to be INTEGER or FLOAT, which avoids creating a
 * Value. The number is a long or double on the stack; a local variable holds whether it is NULL.
 */
final class PrimitiveNumberEmitter {

    /** Slot of a number that is never NULL. */
    private static final int NEVER = -1;

    private final MethodEmitter body;
    private final BytecodeWriter code;

    private final Map<Expression, ValueForm> forms = new IdentityHashMap<>();

    /** Local variables of flags that are no longer needed. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * The location of the NULL flag of a pushed number.
     *
     * @param slot a local variable; negative if the number is never NULL
     * @param own whether the variable belongs to this number alone
     */
    record Null(int slot, boolean own) {
        static final Null NOT = new Null(NEVER, false);

        boolean isNever() {
            return slot == NEVER;
        }
    }

    PrimitiveNumberEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Returns LONG or DOUBLE for an expression that can be written here; otherwise OBJECT. */
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
            case Expression.Literal(Value value) ->
                    number(ValueForm.of(value == null ? null : value.type()));
            case Expression.VariableValue(var variable) -> number(ValueForm.of(variable.type()));
            case Arithmetic a when a.operator() != Arithmetic.Operator.CONCATENATE -> arithmetic(a);
            case Expression.Negation(Expression operand) -> form(operand);
            case Expression.CallValue(var call) -> number(ValueForm.of(call.signature().type()));
            case Expression.Cardinality _ -> ValueForm.LONG;
            case Expression.BuiltIn f -> number(ValueForm.of(f.type()));
            case Expression.Cast cast when cast.otherwise() == null ->
                    number(ValueForm.of(cast.target()));
            case Expression.Case choice -> common(results(choice));
            case Expression.Coalesce(var operands) -> common(operands);
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

    private static List<Expression> results(Expression.Case choice) {
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
        return e instanceof Expression.Literal(Value value) && value == null;
    }

    /** Whether the value of an expression should be created from its number. */
    boolean isBetter(Expression e) {
        return (e instanceof Arithmetic
                        || e instanceof Expression.Negation
                        || e instanceof Expression.Cardinality)
                && form(e) != ValueForm.OBJECT;
    }

    /** Pushes the Value of an expression. */
    void value(Expression e) {
        ValueForm form = form(e);
        flag(push(e));
        code.call(PrimitiveOperators.class, "value", form.number(), int.class);
    }

    /**
     * Pushes an expression as a number of the given form, and its flag. An INTEGER can be pushed as
     * a FLOAT.
     */
    void pushWithFlag(Expression e, ValueForm wanted) {
        Null isNull = push(e, wanted);
        flag(isNull);
    }

    Null push(Expression e, ValueForm wanted) {
        ValueForm form = form(e);
        Null isNull = push(e);
        if (form == ValueForm.LONG && wanted == ValueForm.DOUBLE) {
            code.out.l2d();
        }
        return isNull;
    }

    /** Pushes the flag of a number. The local variable of the flag can then be reused. */
    void flag(Null isNull) {
        if (isNull.isNever()) {
            code.number(0);
        } else {
            code.out.iload(isNull.slot());
            release(isNull);
        }
    }

    /** A number in local variables, for several comparisons. */
    record Kept(ValueForm form, int slot, Null isNull) {}

    Kept keep(Expression e) {
        ValueForm form = form(e);
        Null isNull = push(e);
        int slot = code.out.allocateLocal(form.kind);
        code.out.storeLocal(form.kind, slot);
        return new Kept(form, slot, isNull);
    }

    void release(Kept kept) {
        release(kept.isNull());
    }

    /** Compares a number with another for equality and pushes 1, 0 or -1. */
    void compare(Kept kept, Expression other) {
        ValueForm form = kept.form() == form(other) ? kept.form() : ValueForm.DOUBLE;
        code.out.loadLocal(kept.form().kind, kept.slot());
        if (kept.form() != form) {
            code.out.l2d();
        }
        Null otherNull = push(other, form);
        Null shared = new Null(kept.isNull().slot(), false);
        release(either(shared, otherNull));
        code.call(PrimitiveOperators.class, "testEqual", form.number(), form.number(), int.class);
    }

    private void release(Null isNull) {
        if (isNull.own()) {
            free.push(isNull.slot());
        }
    }

    private Null flag() {
        return new Null(free.isEmpty() ? code.out.allocateLocal(TypeKind.INT) : free.pop(), true);
    }

    /** Pushes one flag for two numbers, which is also the flag of the result. */
    Null either(Null left, Null right) {
        if (left.isNever() || right.isNever()) {
            Null only = left.isNever() ? right : left;
            if (only.isNever()) {
                code.number(0);
            } else {
                code.out.iload(only.slot());
            }
            return only;
        }
        code.out.iload(left.slot());
        code.out.iload(right.slot());
        code.out.ior();
        Null both = left.own() ? left : right.own() ? right : flag();
        if (left.own()) {
            release(right);
        }
        code.out.dup();
        code.out.istore(both.slot());
        return both;
    }

    /** Pushes a number. */
    Null push(Expression e) {
        switch (e) {
            case Expression cut when body.isCut(cut) -> {
                return unwrap(cut);
            }
            case Expression.Literal(Value value) -> {
                literal(value);
                return Null.NOT;
            }
            case Expression.VariableValue(Variable.Local local)
                    when body.storage().form(local).isNumber() -> {
                return new Null(body.storage().loadNumber(local), false);
            }
            case Arithmetic a -> {
                return operation(a);
            }
            case Expression.Negation(Expression operand) -> {
                Null isNull = push(operand);
                if (isNull.isNever()) {
                    code.number(0);
                } else {
                    code.out.iload(isNull.slot());
                }
                code.call(PrimitiveOperators.class, "negate", form(operand).number(), int.class);
                return isNull;
            }
            case Expression.Cardinality(var list) -> {
                body.lists.count(list);
                return Null.NOT;
            }
            case Expression.Case choice -> {
                return choice(choice);
            }
            case Expression.Cast cast when isPlainInteger(cast) -> {
                return integer(cast);
            }
            default -> {
                return unwrap(e);
            }
        }
    }

    private void literal(Value value) {
        if (value instanceof Value.IntegerValue(long n)) {
            code.number(n);
        } else {
            code.number(((Value.FloatValue) value).value());
        }
    }

    private Null unwrap(Expression e) {
        body.expressions.value(e);
        code.out.dup();
        code.call(PrimitiveOperators.class, "isNull", Value.class);
        Null isNull = flag();
        code.out.istore(isNull.slot());
        unwrapped(form(e));
        return isNull;
    }

    /**
     * Converts the Value on the stack, whose type is known, to a number. NULL is converted to an
     * arbitrary number.
     */
    private void unwrapped(ValueForm form) {
        code.call(
                PrimitiveOperators.class,
                form == ValueForm.LONG ? "integer" : "number",
                Value.class);
    }

    private Null operation(Arithmetic a) {
        Null left = push(a.left());
        Null right = push(a.right());
        Null result = either(left, right);
        code.call(
                PrimitiveOperators.class,
                ExpressionEmitter.arithmetic(a.operator()),
                form(a.left()).number(),
                form(a.right()).number(),
                int.class);
        return result;
    }

    /** Whether the expression is a CAST of one value to INTEGER, without further clauses. */
    private static boolean isPlainInteger(Expression.Cast cast) {
        return ValueForm.of(cast.target()) == ValueForm.LONG
                && cast.operands().size() == 1
                && cast.otherwise() == null
                && cast.format() == null
                && cast.ccsid() == null
                && cast.encoding() == null;
    }

    private Null integer(Expression.Cast cast) {
        Expression operand = cast.operands().getFirst();
        if (form(operand) == ValueForm.LONG) {
            return push(operand);
        }
        body.expressions.value(operand);
        code.out.dup();
        code.call(PrimitiveOperators.class, "isNull", Value.class);
        Null isNull = flag();
        code.out.istore(isNull.slot());
        code.constant(body.generation.target(cast), CastTarget.class);
        code.environment();
        code.call(Casts.class, "integer", Value.class, CastTarget.class, EsqlEnvironment.class);
        return isNull;
    }

    private Null choice(Expression.Case choice) {
        ValueForm form = form(choice);
        Null isNull = flag();
        body.expressions.choice(choice, result -> result(result, form, isNull));
        return isNull;
    }

    private void result(Expression e, ValueForm form, Null isNull) {
        if (isNullLiteral(e)) {
            literal(form == ValueForm.LONG ? Value.of(0) : new Value.FloatValue(0));
            code.number(1);
        } else {
            flag(push(e));
        }
        code.out.istore(isNull.slot());
    }

    /** Pushes 1 if an expression is NULL, otherwise 0. */
    void isNull(Expression e) {
        Null isNull = push(e);
        code.out.pop2();
        flag(isNull);
    }

    // Comparison

    /** Whether two operands can be compared as numbers. */
    boolean areComparable(Expression left, Expression right) {
        return form(left) != ValueForm.OBJECT && form(right) != ValueForm.OBJECT;
    }

    /** Pushes the result of a comparison: 1, 0 or -1. */
    void compare(Expression left, Expression right, Expression.Comparison.Operator operator) {
        ValueForm form = form(left) == form(right) ? form(left) : ValueForm.DOUBLE;
        Null leftNull = push(left, form);
        Null rightNull = push(right, form);
        release(either(leftNull, rightNull));
        code.call(
                PrimitiveOperators.class,
                ConditionEmitter.comparison(operator),
                form.number(),
                form.number(),
                int.class);
    }
}
