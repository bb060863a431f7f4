package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.library.LikePattern;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.tree.TreeComparison;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.And;
import io.millrace.engine.esql.program.Expression.Between;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.Expression.Exists;
import io.millrace.engine.esql.program.Expression.In;
import io.millrace.engine.esql.program.Expression.Is;
import io.millrace.engine.esql.program.Expression.LastMove;
import io.millrace.engine.esql.program.Expression.Like;
import io.millrace.engine.esql.program.Expression.ListComparison;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Not;
import io.millrace.engine.esql.program.Expression.Or;
import io.millrace.engine.esql.program.Expression.Quantified;
import io.millrace.engine.esql.program.Expression.Singular;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.TreeOperations;
import io.millrace.engine.esql.split.MethodSplitter;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;

/**
 * Bytecode writer for conditions, as jumps or as ints (1 TRUE, 0 FALSE, -1 UNKNOWN). A BOOLEAN
 * value is created only if it is needed.
 */
final class ConditionEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    ConditionEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /**
     * Jumps unless a condition is TRUE. Acquires the locks that the evaluation needs. The stack
     * must be empty.
     */
    void unlessTrue(Expression condition, Label target) {
        if (!body.needsGuard(condition)) {
            jump(condition, true, false, target);
            return;
        }
        int result = out.allocateLocal(TypeKind.INT);
        number(0);
        out.istore(result);
        body.locked(
                condition,
                () -> {
                    Label after = label();
                    jump(condition, true, false, after);
                    number(1);
                    out.istore(result);
                    at(after);
                });
        out.iload(result);
        out.ifeq(target);
    }

    /**
     * Writes a jump that depends on whether a condition has a given value. UNKNOWN is neither TRUE
     * nor FALSE.
     *
     * @param requested value to compare with: TRUE or FALSE
     * @param onMatch true to jump if the condition has the value; false to jump if it does not
     */
    void jump(Expression condition, boolean requested, boolean onMatch, Label target) {
        switch (condition) {
            case Not(Expression operand) -> jump(operand, !requested, onMatch, target);
            case And(Expression left, Expression right) ->
                    join(left, right, true, requested, onMatch, target);
            case Or(Expression left, Expression right) ->
                    join(left, right, false, requested, onMatch, target);
            case In in when requested && isShort(in) -> {
                Label found = label();
                eachTest(in.operand(), in.alternatives(), () -> out.ifgt(onMatch ? target : found));
                if (!onMatch) {
                    out.goto_(target);
                }
                at(found);
            }
            case Literal(Value value) when value == null || value instanceof BooleanValue -> {
                boolean matches = value instanceof BooleanValue(boolean b) && b == requested;
                if (matches == onMatch) {
                    out.goto_(target);
                }
            }
            default -> jumpOnTest(condition, requested, onMatch, target);
        }
    }

    private void jumpOnTest(
            Expression condition, boolean requested, boolean onMatch, Label target) {
        test(condition);
        if (requested && onMatch) {
            out.ifgt(target);
        } else if (requested) {
            out.ifle(target);
        } else if (onMatch) {
            out.ifeq(target);
        } else {
            out.ifne(target);
        }
    }

    /**
     * Writes the jumps for AND and OR. AND is TRUE if both operands are TRUE, and FALSE if one is
     * FALSE. OR is FALSE if both operands are FALSE, and TRUE if one is TRUE.
     */
    private void join(
            Expression left,
            Expression right,
            boolean and,
            boolean requested,
            boolean onMatch,
            Label target) {
        boolean both = and == requested;
        if (both == onMatch) {
            Label after = label();
            jump(left, requested, !both, after);
            jump(right, requested, both, target);
            at(after);
        } else {
            jump(left, requested, onMatch, target);
            jump(right, requested, onMatch, target);
        }
    }

    /** Evaluates a condition and pushes 1, 0 or -1. */
    void test(Expression condition) {
        switch (condition) {
            case Expression.Part part -> body.callPart(part, true);
            case Comparison c when body.numbers.areComparable(c.left(), c.right()) ->
                    body.numbers.compare(c.left(), c.right(), c.operator());
            case Comparison c -> {
                body.value(c.left());
                body.value(c.right());
                call(comparison(c.operator()));
            }
            case Not(Expression operand) -> negated(() -> test(operand), true);
            case And(Expression left, Expression right) -> both(left, right);
            case Or(Expression left, Expression right) -> {
                test(left);
                orElse(right);
            }
            case Is is -> negated(() -> is(is), is.negated());
            case Exists(var list) -> body.lists.exists(list);
            case Singular(var list) -> {
                body.lists.list(list);
                call(TreeOperations::isSingular);
            }
            case LastMove(var reference) -> {
                body.load(reference);
                call(ModuleInvocation::lastMove);
            }
            case ListComparison c -> negated(() -> lists(c), c.negated());
            case Quantified q -> body.lists.quantified(q);
            case Between b -> negated(() -> between(b), b.negated());
            case In in -> negated(() -> in(in), in.negated());
            case Like like -> negated(() -> like(like), like.negated());
            case VariableValue(Local local) when body.storage.form(local) == ValueForm.TRUTH ->
                    body.storage.loadTruth(local);
            default -> {
                body.value(condition);
                call(Operators::test);
            }
        }
    }

    private void negated(Runnable test, boolean negated) {
        test.run();
        negate(negated);
    }

    private void lists(ListComparison c) {
        body.lists.list(c.left());
        body.lists.list(c.right());
        call(TreeComparison::testEqualLists);
    }

    private void both(Expression left, Expression right) {
        Label decided = label();
        test(left);
        out.dup();
        out.ifeq(decided);
        test(right);
        call(Operators::and);
        at(decided);
    }

    /**
     * Evaluates the right operand of an OR. Skips it if the left operand, which is on the stack, is
     * TRUE.
     */
    private void orElse(Expression right) {
        Label decided = label();
        out.dup();
        out.ifgt(decided);
        test(right);
        call(Operators::or);
        at(decided);
    }

    private void negate(boolean negated) {
        if (negated) {
            call(Operators::not);
        }
    }

    private static Of2<Value, Value> comparison(Comparison.Operator operator) {
        return switch (operator) {
            case EQUAL -> Operators::testEqual;
            case NOT_EQUAL -> Operators::testNotEqual;
            case LESS -> Operators::testLess;
            case LESS_OR_EQUAL -> Operators::testLessOrEqual;
            case GREATER -> Operators::testGreater;
            case GREATER_OR_EQUAL -> Operators::testGreaterOrEqual;
        };
    }

    private void is(Is is) {
        Expression operand = is.operand();
        if (is.property() == Is.Property.NULL && body.numbers.form(operand).isNumber()) {
            body.numbers.isNull(operand);
            return;
        }
        body.value(operand);
        switch (is.property()) {
            case NULL -> call(Operators::isNull);
            case TRUE -> call(Operators::isTrue);
            case FALSE -> call(Operators::isFalse);
            case UNKNOWN -> call(Operators::isUnknown);
            case NUMBER -> call(Operators::isNumber);
            case NAN -> call(Operators::isNan);
            case INFINITE -> infinite(0);
            case PLUS_INFINITE -> infinite(1);
            case MINUS_INFINITE -> infinite(-1);
        }
    }

    private void infinite(int sign) {
        number(sign);
        call(Operators::isInfinite);
    }

    private void between(Between b) {
        body.value(b.operand());
        body.value(b.low());
        body.value(b.high());
        number(b.symmetric());
        call(Operators::testBetween);
    }

    private void in(In in) {
        if (in.isPlain()) {
            inTurn(in.operand(), in.alternatives());
            return;
        }
        body.value(in.operand());
        body.lists.candidates(in.alternatives());
        call(Operators::testIn);
    }

    /** Compares a value with the alternatives in order, until one is equal. */
    private void inTurn(Expression subject, List<Operand> alternatives) {
        Label found = label();
        int result = out.allocateLocal(TypeKind.INT);
        number(0);
        out.istore(result);
        eachTest(
                subject,
                alternatives,
                () -> {
                    out.iload(result);
                    call(Operators::or);
                    out.dup();
                    out.istore(result);
                    out.ifgt(found);
                });
        at(found);
        out.iload(result);
    }

    /** Whether an IN is short enough to be written as a sequence of comparisons. */
    private static boolean isShort(In in) {
        return !in.negated()
                && in.alternatives().size() <= MethodSplitter.MAX_ALTERNATIVES
                && in.isPlain();
    }

    /**
     * Pushes the results of the comparisons with the alternatives, one at a time.
     *
     * @param after writer of the code after each comparison
     */
    private void eachTest(Expression subject, List<Operand> alternatives, Runnable after) {
        boolean numbers =
                alternatives.stream()
                        .allMatch(a -> body.numbers.areComparable(subject, (Expression) a));
        PrimitiveNumberEmitter.Kept number = numbers ? body.numbers.keep(subject) : null;
        int operand = -1;
        if (!numbers) {
            body.value(subject);
            operand = store();
        }
        for (Operand alternative : alternatives) {
            Expression e = (Expression) alternative;
            if (number != null) {
                body.numbers.compare(number, e);
            } else {
                out.aload(operand);
                body.value(e);
                call(Operators::testEqual);
            }
            after.run();
        }
        if (number != null) {
            body.numbers.release(number);
        }
    }

    private void like(Like like) {
        if (like.escape() == null
                && like.pattern() instanceof Literal(CharacterValue(String pattern))) {
            body.value(like.operand());
            constant(LikePattern.of(pattern), LikePattern.class);
            call(Operators::testLikeConstant);
            return;
        }
        body.value(like.operand());
        body.value(like.pattern());
        if (like.escape() == null) {
            call(Operators::testLike);
        } else {
            body.value(like.escape());
            call(Operators::testLikeEscaped);
        }
    }
}
