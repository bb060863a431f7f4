package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.LikePattern;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.TreeComparison;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;

/**
 * Bytecode writer for conditions, as jumps or as ints (1 TRUE, 0 FALSE, -1 UNKNOWN). A BOOLEAN
 * value is created only if it is needed.
 */
final class ConditionEmitter {

    /** Maximum number of alternatives of a long IN that one method contains. */
    private static final int MAX_ALTERNATIVES = 80;

    private final MethodEmitter body;
    private final BytecodeWriter code;

    ConditionEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /**
     * Jumps unless a condition is TRUE. Acquires the locks that the evaluation needs. The stack
     * must be empty otherwise.
     */
    void unlessTrue(Expression condition, Label target) {
        if (!body.needsGuard(condition)) {
            jump(condition, true, false, target);
            return;
        }
        int result = code.out.allocateLocal(TypeKind.INT);
        code.number(0);
        code.out.istore(result);
        body.locked(
                condition,
                () -> {
                    Label behind = code.label();
                    jump(condition, true, false, behind);
                    code.number(1);
                    code.out.istore(result);
                    code.at(behind);
                });
        code.out.iload(result);
        code.out.ifeq(target);
    }

    /**
     * Jumps if a condition has a value, or if it does not have it. UNKNOWN is neither TRUE nor
     * FALSE.
     *
     * @param wanted TRUE or FALSE
     * @param onMatch whether to jump if the condition has the value; otherwise if it does not
     */
    void jump(Expression condition, boolean wanted, boolean onMatch, Label target) {
        switch (condition) {
            case Expression cut when body.isCut(cut) ->
                    jumpOnTest(condition, wanted, onMatch, target);
            case Expression.Not(Expression operand) -> jump(operand, !wanted, onMatch, target);
            case Expression.And(Expression left, Expression right) ->
                    join(left, right, true, wanted, onMatch, target);
            case Expression.Or(Expression left, Expression right) ->
                    join(left, right, false, wanted, onMatch, target);
            case Expression.In in when wanted && isShort(in) -> {
                Label found = code.label();
                eachTest(
                        in.operand(),
                        in.alternatives(),
                        () -> code.out.ifgt(onMatch ? target : found));
                if (!onMatch) {
                    code.out.goto_(target);
                }
                code.at(found);
            }
            case Expression.Literal(Value value)
                    when value == null || value instanceof Value.BooleanValue -> {
                boolean matches = value instanceof Value.BooleanValue(boolean b) && b == wanted;
                if (matches == onMatch) {
                    code.out.goto_(target);
                }
            }
            default -> jumpOnTest(condition, wanted, onMatch, target);
        }
    }

    private void jumpOnTest(Expression condition, boolean wanted, boolean onMatch, Label target) {
        test(condition);
        if (wanted && onMatch) {
            code.out.ifgt(target);
        } else if (wanted) {
            code.out.ifle(target);
        } else if (onMatch) {
            code.out.ifeq(target);
        } else {
            code.out.ifne(target);
        }
    }

    /**
     * Writes the jumps for AND and OR. AND is TRUE if both operands are, and FALSE if one is. OR is
     * FALSE if both operands are, and TRUE if one is.
     */
    private void join(
            Expression left,
            Expression right,
            boolean and,
            boolean wanted,
            boolean onMatch,
            Label target) {
        boolean both = and == wanted;
        if (both == onMatch) {
            Label behind = code.label();
            jump(left, wanted, !both, behind);
            jump(right, wanted, both, target);
            code.at(behind);
        } else {
            jump(left, wanted, onMatch, target);
            jump(right, wanted, onMatch, target);
        }
    }

    /** Evaluates a condition and pushes 1, 0 or -1. */
    void test(Expression condition) {
        switch (condition) {
            case Expression e when body.isCut(e) ->
                    body.piece(int.class, e, other -> other.conditions.test(e));
            case Expression.Comparison c when body.numbers.areComparable(c.left(), c.right()) ->
                    body.numbers.compare(c.left(), c.right(), c.operator());
            case Expression.Comparison c -> {
                body.expressions.value(c.left());
                body.expressions.value(c.right());
                code.call(Operators.class, comparison(c.operator()), Value.class, Value.class);
            }
            case Expression.Not(Expression operand) -> negated(() -> test(operand), true);
            case Expression.And(Expression left, Expression right) -> both(left, right, "and");
            case Expression.Or(Expression left, Expression right) -> both(left, right, "or");
            case Expression.Is is -> negated(() -> is(is), is.negated());
            case Expression.Exists(var list) -> body.lists.exists(list);
            case Expression.Singular(var list) -> {
                body.lists.list(list);
                code.call(ListEmitter.class, "isSingular", List.class);
            }
            case Expression.LastMove(var reference) -> {
                body.load(reference);
                code.call(ModuleInvocation.class, "lastMove", FieldReference.class);
            }
            case Expression.ListComparison c -> negated(() -> lists(c), c.negated());
            case Expression.Quantified q -> body.lists.quantified(q);
            case Expression.Between b -> negated(() -> between(b), b.negated());
            case Expression.In in -> negated(() -> in(in), in.negated());
            case Expression.Like like -> negated(() -> like(like), like.negated());
            case Expression.VariableValue(Variable.Local local)
                    when body.storage().form(local) == ValueForm.TRUTH ->
                    body.storage().loadTruth(local);
            default -> {
                body.expressions.value(condition);
                code.call(Operators.class, "test", Value.class);
            }
        }
    }

    private void negated(Runnable test, boolean negated) {
        test.run();
        negate(negated);
    }

    private void lists(Expression.ListComparison c) {
        body.lists.list(c.left());
        body.lists.list(c.right());
        code.call(TreeComparison.class, "testEqual", List.class, List.class);
    }

    private void both(Expression left, Expression right, String operator) {
        if (operator.equals("or")) {
            test(left);
            orElse(right);
            return;
        }
        Label decided = code.label();
        test(left);
        code.out.dup();
        code.out.ifeq(decided);
        test(right);
        code.call(ThreeValuedLogic.class, operator, int.class, int.class);
        code.at(decided);
    }

    /**
     * Evaluates the right operand of an OR, unless the left operand, which is on the stack, is
     * TRUE.
     */
    private void orElse(Expression right) {
        Label decided = code.label();
        code.out.dup();
        code.out.ifgt(decided);
        test(right);
        code.call(ThreeValuedLogic.class, "or", int.class, int.class);
        code.at(decided);
    }

    private void negate(boolean negated) {
        if (negated) {
            code.call(ThreeValuedLogic.class, "not", int.class);
        }
    }

    static String comparison(Expression.Comparison.Operator operator) {
        return switch (operator) {
            case EQUAL -> "testEqual";
            case NOT_EQUAL -> "testNotEqual";
            case LESS -> "testLess";
            case LESS_OR_EQUAL -> "testLessOrEqual";
            case GREATER -> "testGreater";
            case GREATER_OR_EQUAL -> "testGreaterOrEqual";
        };
    }

    private void is(Expression.Is is) {
        Expression operand = is.operand();
        if (is.property() == Expression.Is.Property.NULL && body.numbers.form(operand).isNumber()) {
            body.numbers.isNull(operand);
            return;
        }
        body.expressions.value(operand);
        switch (is.property()) {
            case NULL -> code.call(ThreeValuedLogic.class, "isNull", Value.class);
            case TRUE -> code.call(Operators.class, "isTrue", Value.class);
            case FALSE -> code.call(Operators.class, "isFalse", Value.class);
            case UNKNOWN -> code.call(Operators.class, "isUnknown", Value.class);
            case NUMBER -> code.call(Operators.class, "isNumber", Value.class);
            case NAN -> code.call(Operators.class, "isNan", Value.class);
            case INFINITE -> infinite(0);
            case PLUS_INFINITE -> infinite(1);
            case MINUS_INFINITE -> infinite(-1);
        }
    }

    private void infinite(int sign) {
        code.number(sign);
        code.call(Operators.class, "isInfinite", Value.class, int.class);
    }

    private void between(Expression.Between b) {
        body.expressions.value(b.operand());
        body.expressions.value(b.low());
        body.expressions.value(b.high());
        code.number(b.symmetric() ? 1 : 0);
        code.call(Operators.class, "between", Value.class, Value.class, Value.class, boolean.class);
        code.call(Operators.class, "test", Value.class);
    }

    private void in(Expression.In in) {
        List<Operand> alternatives = in.alternatives();
        if (alternatives.stream().allMatch(ConditionEmitter::isPlain)) {
            int count =
                    body.storage().isFramed() && body.cuts().isSteady(in.operand(), List.of())
                            ? Math.min(alternatives.size(), MAX_ALTERNATIVES)
                            : alternatives.size();
            inTurn(in.operand(), alternatives.subList(0, count));
            if (count < alternatives.size()) {
                List<Operand> rest = alternatives.subList(count, alternatives.size());
                orElse(body.cuts().mark(new Expression.In(in.operand(), rest, false)));
            }
            return;
        }
        body.expressions.value(in.operand());
        body.lists.candidates(in.alternatives());
        code.call(Operators.class, "in", Value.class, Value[].class);
        code.call(Operators.class, "test", Value.class);
    }

    /**
     * Whether the operand can be evaluated at any time, or not at all, without a visible
     * difference.
     */
    private static boolean isPlain(Operand operand) {
        return operand instanceof Expression.Literal || operand instanceof Expression.VariableValue;
    }

    /** Compares with the alternatives in order, until one is equal. */
    private void inTurn(Expression sought, List<Operand> alternatives) {
        Label found = code.label();
        int result = code.out.allocateLocal(TypeKind.INT);
        code.number(0);
        code.out.istore(result);
        eachTest(
                sought,
                alternatives,
                () -> {
                    code.out.iload(result);
                    code.call(ThreeValuedLogic.class, "or", int.class, int.class);
                    code.out.dup();
                    code.out.istore(result);
                    code.out.ifgt(found);
                });
        code.at(found);
        code.out.iload(result);
    }

    /** Whether the whole IN can be written here as a sequence of comparisons. */
    private static boolean isShort(Expression.In in) {
        return !in.negated()
                && in.alternatives().size() <= MAX_ALTERNATIVES
                && in.alternatives().stream().allMatch(ConditionEmitter::isPlain);
    }

    /**
     * Pushes the result of the comparison with each alternative.
     *
     * @param behind writer of the code after each comparison
     */
    private void eachTest(Expression sought, List<Operand> alternatives, Runnable behind) {
        boolean numbers =
                alternatives.stream()
                        .allMatch(a -> body.numbers.areComparable(sought, (Expression) a));
        PrimitiveNumberEmitter.Kept number = numbers ? body.numbers.keep(sought) : null;
        int operand = -1;
        if (!numbers) {
            body.expressions.value(sought);
            operand = code.store();
        }
        for (Operand alternative : alternatives) {
            Expression e = (Expression) alternative;
            if (numbers) {
                body.numbers.compare(number, e);
            } else {
                code.out.aload(operand);
                body.expressions.value(e);
                code.call(Operators.class, "testEqual", Value.class, Value.class);
            }
            behind.run();
        }
        if (numbers) {
            body.numbers.release(number);
        }
    }

    private void like(Expression.Like like) {
        if (like.escape() == null
                && like.pattern()
                        instanceof Expression.Literal(Value.CharacterValue(String pattern))) {
            body.expressions.value(like.operand());
            code.constant(LikePattern.of(pattern), LikePattern.class);
            code.call(Operators.class, "testLike", Value.class, LikePattern.class);
            return;
        }
        body.expressions.value(like.operand());
        body.expressions.value(like.pattern());
        if (like.escape() == null) {
            code.call(Operators.class, "like", Value.class, Value.class);
        } else {
            body.expressions.value(like.escape());
            code.call(Operators.class, "like", Value.class, Value.class, Value.class);
        }
        code.call(Operators.class, "test", Value.class);
    }
}
