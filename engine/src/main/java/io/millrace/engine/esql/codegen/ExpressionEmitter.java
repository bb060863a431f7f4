package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Aggregate;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.BrokerProperty;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.CallValue;
import io.millrace.engine.esql.program.Expression.Cardinality;
import io.millrace.engine.esql.program.Expression.Case;
import io.millrace.engine.esql.program.Expression.Cast;
import io.millrace.engine.esql.program.Expression.Coalesce;
import io.millrace.engine.esql.program.Expression.DatabaseState;
import io.millrace.engine.esql.program.Expression.Evaluated;
import io.millrace.engine.esql.program.Expression.IntervalBetween;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Negation;
import io.millrace.engine.esql.program.Expression.Pattern;
import io.millrace.engine.esql.program.Expression.TreeValue;
import io.millrace.engine.esql.program.Expression.Truth;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.Expression.WholeValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Field;
import io.millrace.engine.esql.program.Operand.Row;
import io.millrace.engine.esql.program.Operand.The;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.Operand.TreeCall;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.TraceText;
import io.millrace.engine.esql.runtime.TreeOperations;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Bytecode writer for expressions (a Value on the stack, null for NULL) and trees (an Element on
 * the stack, null if missing).
 */
abstract class ExpressionEmitter extends MethodWriter {

    final PathEmitter paths = new PathEmitter(this);
    final PrimitiveNumberEmitter numbers = new PrimitiveNumberEmitter(this);
    final ConcatenationEmitter texts = new ConcatenationEmitter(this);
    final ConditionEmitter conditions = new ConditionEmitter(this);
    final TableEmitter tables = new TableEmitter(this);
    final ListEmitter lists = new ListEmitter(this);
    final CallEmitter calls = new CallEmitter(this);

    ExpressionEmitter(Output method) {
        super(method);
    }

    /**
     * Calls a new method that evaluates an expression, and pushes its value.
     *
     * @param isTest whether to push the result of a condition (1, 0 or -1, see {@link
     *     ConditionEmitter#test}) instead of a value
     */
    abstract void callPart(Expression.Part part, boolean isTest);

    /** Pushes the value of an expression. */
    void value(Expression expression) {
        switch (expression) {
            case Expression.Part(Truth _) -> truth(expression);
            case Expression.Part part -> callPart(part, false);
            case Literal(Value value) -> literal(value);
            case VariableValue(var variable) -> load(variable);
            case TreeValue(var tree) -> treeValue(tree);
            case Expression e when numbers.isBetter(e) -> numbers.value(e);
            case Arithmetic a when a.operator() == Arithmetic.Operator.CONCATENATE ->
                    texts.concatenation(a);
            case Arithmetic a -> {
                value(a.left());
                value(a.right());
                call(arithmetic(a.operator()));
            }
            case Negation(Expression operand) -> {
                value(operand);
                call(Operators::negate);
            }
            case IntervalBetween i -> {
                value(i.later());
                value(i.earlier());
                constant(i.qualifier());
                call(Operators::subtractAs);
            }
            case Truth truth -> truth(truth);
            case Cast cast -> cast(cast);
            case Case choice -> choice(choice, this::value);
            case Coalesce(var operands) -> coalesce(operands);
            case BuiltIn f -> builtIn(f);
            case CallValue(var call) -> calls.call(call);
            case WholeValue(var tree) -> {
                element(tree);
                call(FieldAccess::wholeValue);
            }
            case Evaluated(var evaluation) -> calls.evaluate(evaluation);
            case Cardinality _ ->
                    throw new IllegalStateException("a CARDINALITY is a primitive number");
            case Aggregate aggregate -> lists.aggregate(aggregate);
            case BrokerProperty(String name) -> {
                environment();
                constant(name);
                call(EsqlEnvironment::property);
            }
            case DatabaseState(var what) -> {
                invocation();
                number(what.ordinal());
                call(ModuleInvocation::stateValue);
            }
            case Pattern(var parts) -> pattern(parts);
        }
    }

    private void truth(Expression truth) {
        conditions.test(truth);
        call(Operators::truth);
    }

    private void literal(@Nullable Value value) {
        if (value == null) {
            out.aconst_null();
        } else {
            constant(value, Value.class);
        }
    }

    private static Of2<Value, Value> arithmetic(Arithmetic.Operator operator) {
        return switch (operator) {
            case ADD -> Operators::add;
            case SUBTRACT -> Operators::subtract;
            case MULTIPLY -> Operators::multiply;
            case DIVIDE -> Operators::divide;
            case CONCATENATE -> Operators::concat;
        };
    }

    /** Pushes an array with the values of expressions. */
    void values(List<Expression> expressions) {
        List<Runnable> elements = new ArrayList<>();
        expressions.forEach(e -> elements.add(() -> valueOrNull(e)));
        array(Value.class, elements);
    }

    /** Pushes the value of an expression, or null if the expression is omitted. */
    void valueOrNull(@Nullable Expression expression) {
        if (expression == null) {
            out.aconst_null();
        } else {
            value(expression);
        }
    }

    /** Pushes the value of an operand of any kind that has a value. */
    void valueOf(Operand operand) {
        switch (operand) {
            case Expression e -> value(e);
            case Tree _, ListOperand _ -> treeValue(operand);
        }
    }

    /** Pushes the value of an expression, cast to the type of a variable. */
    void valueAs(Operand operand, ScalarType type) {
        valueOf(operand);
        if (!(operand instanceof Expression e && isKnownToBe(e, type))) {
            castTo(type);
        }
    }

    /** Casts the value on the stack as in an assignment. */
    void castTo(ScalarType type) {
        constant(generation.target(type), CastTarget.class);
        environment();
        call(Casts::cast);
    }

    private static boolean isKnownToBe(Expression e, ScalarType type) {
        boolean plain = type.precision() < 0 && type.qualifier().isEmpty();
        return plain && (typeOf(e) == type.type() || e instanceof Literal(Value v) && v == null);
    }

    /** Returns the type of all values of an expression; null if it is known only at run time. */
    static @Nullable ValueType typeOf(Expression e) {
        if (e instanceof Arithmetic a) {
            boolean whole = a.operator() != Arithmetic.Operator.CONCATENATE;
            ValueType requested = whole ? ValueType.INTEGER : ValueType.CHARACTER;
            return typeOf(a.left()) == requested && typeOf(a.right()) == requested
                    ? requested
                    : null;
        }
        return e.type();
    }

    // CAST

    private void cast(Cast cast) {
        boolean single = cast.operands().size() == 1;
        if (isTextOfInteger(cast)) {
            numbers.pushWithFlag(cast.operands().getFirst(), ValueForm.LONG);
            call(PrimitiveOperators::digits);
            return;
        }
        if (single) {
            value(cast.operands().getFirst());
        } else {
            values(cast.operands());
        }
        target(cast);
        environment();
        Expression otherwise = cast.otherwise();
        boolean mayFail = otherwise == null;
        if (single) {
            call(mayFail ? Casts::cast : Casts::tryCast);
        } else {
            call(mayFail ? Casts::castParts : Casts::tryCastParts);
        }
        if (otherwise != null) {
            Label done = label();
            out.dup();
            call(Casts::isFailed);
            out.ifeq(done);
            out.pop();
            value(otherwise);
            at(done);
        }
    }

    /** Whether the CAST produces the digits of an INTEGER. */
    boolean isTextOfInteger(Cast cast) {
        return cast.operands().size() == 1
                && cast.target().equals(ScalarType.CHARACTER)
                && cast.format() == null
                && cast.ccsid() == null
                && cast.encoding() == null
                && numbers.form(cast.operands().getFirst()) == ValueForm.LONG;
    }

    /** Pushes the target of a CAST. Literal clauses are evaluated at compile time. */
    private void target(Cast cast) {
        CastTarget known = generation.target(cast);
        constant(known, CastTarget.class);
        clause(cast.ccsid(), CastTarget::withCcsid);
        clause(cast.encoding(), CastTarget::withEncoding);
        clause(cast.format(), CastTarget::withFormat);
    }

    private void clause(@Nullable Expression clause, Of2<CastTarget, Value> method) {
        if (clause != null && !(clause instanceof Literal)) {
            value(clause);
            call(method);
        }
    }

    // CASE, COALESCE

    /**
     * @param result writer of the branch results
     */
    void choice(Case choice, Consumer<Expression> result) {
        Label end = label();
        int operand = -1;
        if (choice.operand() != null) {
            value(choice.operand());
            operand = store();
        }
        for (Case.When when : choice.whens()) {
            Label next = label();
            if (operand < 0) {
                conditions.jump(when.test(), true, false, next);
            } else {
                out.aload(operand);
                value(when.test());
                call(Operators::testEqual);
                out.ifle(next);
            }
            result.accept(when.result());
            out.goto_(end);
            at(next);
        }
        result.accept(choice.otherwise());
        at(end);
    }

    private void coalesce(List<Expression> operands) {
        Label end = label();
        for (Expression e : operands.subList(0, operands.size() - 1)) {
            value(e);
            out.dup();
            out.ifnonnull(end);
            out.pop();
        }
        value(operands.getLast());
        at(end);
    }

    // Functions

    private void builtIn(BuiltIn f) {
        int count = f.arguments().size();
        Function.Method method = f.method();
        MethodHandle handle = method.handle();
        if (handle != null) {
            constant(handle, MethodHandle.class);
        }
        if (method.environment()) {
            environment();
        }
        int fixed = method.parameters().size();
        for (int i = 0; i < fixed; i++) {
            Operand argument = f.arguments().get(i);
            switch (method.parameters().get(i)) {
                case VALUE -> valueOf(argument);
                case FIELD -> element(argument);
                case LIST -> lists.list(argument);
            }
        }
        if (method.variable()) {
            List<Runnable> rest = new ArrayList<>();
            f.arguments().subList(fixed, count).forEach(a -> rest.add(() -> valueOf(a)));
            array(Value.class, rest);
        }
        if (handle != null) {
            out.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", method.type());
        } else {
            out.invokestatic(
                    ClassDesc.ofInternalName(method.owner()), method.name(), method.type());
        }
        if (method.result() == Function.Parameter.FIELD) {
            call(FieldAccess::value);
        }
    }

    /** Stores the value on the stack in a variable or field. */
    void storeTo(Target target) {
        switch (target) {
            case Target.ToVariable(Variable variable) -> {
                castTo(variable.scalarType());
                store(variable);
            }
            case Target.ToField(FieldPath path) -> paths.set(path);
        }
    }

    // Trees

    private void treeValue(Operand tree) {
        if (tree instanceof Field(var path)) {
            paths.value(path);
        } else {
            element(tree);
            call(FieldAccess::value);
        }
    }

    /** Pushes the element that a tree operand denotes; null if it is missing. */
    void element(Operand operand) {
        switch (operand) {
            case Field(var path) -> paths.find(path);
            case Row(var columns) -> lists.row(columns);
            case The(var list) -> element(list);
            case TreeCall(var call) -> calls.call(call);
            case TreeValue(var tree) -> element(tree);
            case Expression e -> {
                value(e);
                call(TreeOperations::item);
            }
            case ListOperand list -> {
                lists.list(list);
                call(TreeOperations::first);
            }
        }
    }

    /** Like {@link #elementToCopy}, for an element that is copied immediately and never stored. */
    void elementToTake(Operand operand) {
        elementBefore(operand);
        separate();
    }

    /** Like {@link #elementToTake}, but the caller must call {@link #separate} after it. */
    void elementBefore(Operand operand) {
        if (operand instanceof Field(var path)) {
            paths.source(path);
        } else {
            element(operand);
        }
    }

    /** Like {@link #element}, but never pushes an element that other threads can change. */
    void elementToCopy(Operand operand) {
        element(operand);
        separate();
    }

    /** Replaces the element on the stack, which must not be null, by an independent element. */
    void separate() {
        if (generation.hasSharedRows()) {
            invocation();
            out.swap();
            call(ModuleInvocation::separate);
        }
    }

    // Trace patterns

    private void pattern(List<Operand> parts) {
        List<Runnable> texts = new ArrayList<>();
        parts.forEach(part -> texts.add(() -> text(part)));
        array(String.class, texts);
        call(TraceText::joined);
    }

    private void text(Operand part) {
        switch (part) {
            case Tree tree -> {
                element(tree);
                call(TraceText::ofTree);
            }
            case ListOperand list -> {
                lists.list(list);
                call(TraceText::ofList);
            }
            case Expression e -> {
                value(e);
                castTo(ScalarType.CHARACTER);
                call(TraceText::ofValue);
            }
        }
    }
}
