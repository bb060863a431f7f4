package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.library.TreePrinter;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.library.function.FunctionTable;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Bytecode writer for expressions (a Value on the stack, null for NULL) and trees (an Element on
 * the stack, null if missing).
 */
final class ExpressionEmitter {

    private static final ScalarType CHARACTER = ScalarType.of(ValueType.CHARACTER);

    private final MethodEmitter body;
    private final BytecodeWriter code;

    ExpressionEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Pushes the value of an expression. */
    void value(Expression expression) {
        switch (expression) {
            case Expression.Truth truth when body.isCut(truth) -> truth(truth);
            case Expression e when body.isCut(e) ->
                    body.piece(Value.class, e, other -> other.expressions.value(e));
            case Expression.Literal(Value value) -> literal(value);
            case Expression.VariableValue(var variable) -> body.load(variable);
            case Expression.TreeValue(var tree) -> treeValue(tree);
            case Expression e when body.numbers.isBetter(e) -> body.numbers.value(e);
            case Expression.Arithmetic a
                    when a.operator() == Expression.Arithmetic.Operator.CONCATENATE ->
                    body.texts.value(a);
            case Expression.Arithmetic a -> arithmetic(a);
            case Expression.Negation(Expression operand) -> {
                value(operand);
                code.call(Operators.class, "negate", Value.class);
            }
            case Expression.IntervalBetween i -> interval(i);
            case Expression.Truth truth -> truth(truth);
            case Expression.Cast cast -> cast(cast);
            case Expression.Case choice -> choice(choice, this::value);
            case Expression.Coalesce(var operands) -> coalesce(operands);
            case Expression.BuiltIn f -> builtIn(f);
            case Expression.CallValue(var call) -> body.calls.call(call);
            case Expression.WholeValue(var tree) -> {
                element(tree);
                code.call(FieldAccess.class, "wholeValue", Element.class);
            }
            case Expression.Evaluated(var evaluation) -> body.evaluations.value(evaluation);
            case Expression.Cardinality _ ->
                    throw new IllegalStateException("a CARDINALITY is a plain number");
            case Expression.Aggregate aggregate -> body.lists.aggregate(aggregate);
            case Expression.BrokerProperty(String name) -> {
                code.environment();
                code.constant(name, String.class);
                code.call(EsqlEnvironment.class, "property", String.class);
            }
            case Expression.DatabaseState(var what) -> {
                code.run();
                code.number(what.ordinal());
                code.call(ModuleInvocation.class, "state", int.class);
            }
            case Expression.Pattern(var parts) -> pattern(parts);
        }
    }

    private void truth(Expression.Truth truth) {
        body.conditions.test(truth);
        code.call(Operators.class, "truth", int.class);
    }

    private void arithmetic(Expression.Arithmetic a) {
        value(a.left());
        value(a.right());
        code.call(Operators.class, arithmetic(a.operator()), Value.class, Value.class);
    }

    private void interval(Expression.IntervalBetween i) {
        value(i.later());
        value(i.earlier());
        code.constant(i.qualifier(), String.class);
        code.call(Operators.class, "subtract", Value.class, Value.class, String.class);
    }

    private void literal(Value value) {
        if (value == null) {
            code.out.aconst_null();
        } else {
            code.constant(value, Value.class);
        }
    }

    static String arithmetic(Expression.Arithmetic.Operator operator) {
        return switch (operator) {
            case ADD -> "add";
            case SUBTRACT -> "subtract";
            case MULTIPLY -> "multiply";
            case DIVIDE -> "divide";
            case CONCATENATE -> "concat";
        };
    }

    /** Pushes an array with the values of expressions. */
    void values(List<Expression> expressions) {
        List<Runnable> elements = new ArrayList<>();
        expressions.forEach(e -> elements.add(() -> valueOrNull(e)));
        code.array(Value.class, elements);
    }

    /** Pushes the value of an expression, or null if the expression is omitted. */
    void valueOrNull(Expression expression) {
        if (expression == null) {
            code.out.aconst_null();
        } else {
            value(expression);
        }
    }

    /** Pushes the value of any operand that has one. */
    void valueOf(Operand operand) {
        switch (operand) {
            case Expression e -> value(e);
            case Operand.Tree tree -> treeValue(tree);
            case ListOperand list -> {
                body.lists.list(list);
                code.call(TreeOperations.class, "first", List.class);
                code.call(FieldAccess.class, "value", Element.class);
            }
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
        code.constant(body.generation.target(type), CastTarget.class);
        code.environment();
        code.call(Casts.class, "cast", Value.class, CastTarget.class, EsqlEnvironment.class);
    }

    private static boolean isKnownToBe(Expression e, ScalarType type) {
        boolean plain = type.precision() < 0 && type.qualifier().isEmpty();
        return plain
                && (typeOf(e) == type.type()
                        || e instanceof Expression.Literal(Value v) && v == null);
    }

    /** Returns the type of all values of an expression; null if it is known only at run time. */
    static ValueType typeOf(Expression e) {
        if (e instanceof Expression.Arithmetic a) {
            boolean whole = a.operator() != Expression.Arithmetic.Operator.CONCATENATE;
            ValueType wanted = whole ? ValueType.INTEGER : ValueType.CHARACTER;
            return typeOf(a.left()) == wanted && typeOf(a.right()) == wanted ? wanted : null;
        }
        return e.type();
    }

    // CAST

    private void cast(Expression.Cast cast) {
        boolean single = cast.operands().size() == 1;
        if (isTextOfInteger(cast)) {
            body.numbers.pushWithFlag(cast.operands().getFirst(), ValueForm.LONG);
            code.call(PrimitiveOperators.class, "text", long.class, int.class);
            return;
        }
        if (single) {
            value(cast.operands().getFirst());
        } else {
            values(cast.operands());
        }
        target(cast);
        code.environment();
        Class<?> operand = single ? Value.class : Value[].class;
        if (cast.otherwise() == null) {
            code.call(Casts.class, "cast", operand, CastTarget.class, EsqlEnvironment.class);
            return;
        }
        Label done = code.label();
        code.call(Casts.class, "tryCast", operand, CastTarget.class, EsqlEnvironment.class);
        code.out.dup();
        code.out.getstatic(
                BytecodeWriter.describe(Casts.class),
                "FAILED",
                BytecodeWriter.describe(Value.class));
        code.out.if_acmpne(done);
        code.out.pop();
        value(cast.otherwise());
        code.at(done);
    }

    /** Whether the CAST produces the digits of an INTEGER. */
    boolean isTextOfInteger(Expression.Cast cast) {
        return cast.operands().size() == 1
                && cast.target().equals(CHARACTER)
                && cast.format() == null
                && cast.ccsid() == null
                && cast.encoding() == null
                && body.numbers.form(cast.operands().getFirst()) == ValueForm.LONG;
    }

    /** Pushes the target of a CAST. Literal clauses are evaluated at compile time. */
    private void target(Expression.Cast cast) {
        CastTarget known = body.generation.target(cast);
        code.constant(known, CastTarget.class);
        clause(cast.ccsid(), "withCcsid");
        clause(cast.encoding(), "withEncoding");
        clause(cast.format(), "withFormat");
    }

    private void clause(Expression clause, String method) {
        if (clause != null && !(clause instanceof Expression.Literal)) {
            value(clause);
            code.call(CastTarget.class, method, Value.class);
        }
    }

    // CASE, COALESCE

    /**
     * @param result writer of the branch results
     */
    void choice(Expression.Case whole, Consumer<Expression> result) {
        Expression.Case choice = shortened(whole);
        Label end = code.label();
        int operand = -1;
        if (choice.operand() != null) {
            value(choice.operand());
            operand = code.store();
        }
        for (Expression.Case.When when : choice.whens()) {
            Label next = code.label();
            if (operand < 0) {
                body.conditions.jump(when.test(), true, false, next);
            } else {
                code.out.aload(operand);
                value(when.test());
                code.call(Operators.class, "testEqual", Value.class, Value.class);
                code.out.ifle(next);
            }
            result.accept(when.result());
            code.out.goto_(end);
            code.at(next);
        }
        result.accept(choice.otherwise());
        code.at(end);
    }

    /**
     * Returns a CASE with as many branches as fit into a method; its ELSE contains the other
     * branches.
     */
    private Expression.Case shortened(Expression.Case choice) {
        List<Expression.Case.When> whens = choice.whens();
        int count = body.storage().isFramed() ? MethodSplitter.fitting(whens) : whens.size();
        boolean splits =
                count < whens.size()
                        && (choice.operand() == null
                                || body.cuts().isSteady(choice.operand(), whens));
        if (!splits) {
            return choice;
        }
        Expression.Case rest =
                new Expression.Case(
                        choice.operand(), whens.subList(count, whens.size()), choice.otherwise());
        return new Expression.Case(
                choice.operand(), whens.subList(0, count), body.cuts().mark(rest));
    }

    private void coalesce(List<Expression> all) {
        List<Expression> operands = all;
        int count = body.storage().isFramed() ? MethodSplitter.fitting(all) : all.size();
        if (count < all.size()) {
            operands = new ArrayList<>(all.subList(0, count));
            Expression rest = new Expression.Coalesce(all.subList(count, all.size()));
            operands.add(body.cuts().mark(rest));
        }
        Label end = code.label();
        for (Expression e : operands.subList(0, operands.size() - 1)) {
            value(e);
            code.out.dup();
            code.out.ifnonnull(end);
            code.out.pop();
        }
        value(operands.getLast());
        code.at(end);
    }

    // Functions

    private void builtIn(Expression.BuiltIn f) {
        int count = f.arguments().size();
        Function.Method method =
                FunctionTable.find(f.name())
                        .flatMap(known -> known.method(count))
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no function " + f.name() + " of " + count));
        if (method.environment()) {
            code.environment();
        }
        int fixed = method.parameters().size();
        for (int i = 0; i < fixed; i++) {
            Operand argument = f.arguments().get(i);
            switch (method.parameters().get(i)) {
                case VALUE -> valueOf(argument);
                case FIELD -> element(argument);
                case LIST -> body.lists.list(argument);
            }
        }
        if (method.variable()) {
            List<Runnable> rest = new ArrayList<>();
            f.arguments().subList(fixed, count).forEach(a -> rest.add(() -> valueOf(a)));
            code.array(Value.class, rest);
        }
        code.out.invokestatic(
                ClassDesc.ofInternalName(method.owner()), method.name(), method.type());
        if (method.result() == Function.Parameter.FIELD) {
            code.call(FieldAccess.class, "value", Element.class);
        }
    }

    // Trees

    private void treeValue(Operand tree) {
        if (tree instanceof Operand.Field(var path)) {
            body.paths.value(path);
        } else {
            element(tree);
            code.call(FieldAccess.class, "value", Element.class);
        }
    }

    /** Pushes the element that a tree operand denotes; null if it is missing. */
    void element(Operand operand) {
        switch (operand) {
            case Operand.Field(var path) -> body.paths.find(path);
            case Operand.Row(var columns) -> body.lists.row(columns);
            case Operand.The(var list) -> {
                body.lists.list(list);
                code.call(TreeOperations.class, "first", List.class);
            }
            case Operand.TreeCall(var call) -> body.calls.call(call);
            case Expression.TreeValue(var tree) -> element(tree);
            case Expression e -> {
                value(e);
                code.call(TreeOperations.class, "item", Value.class);
            }
            case ListOperand list -> {
                body.lists.list(list);
                code.call(TreeOperations.class, "first", List.class);
            }
        }
    }

    /** Like {@link #elementToCopy}, for an element that is copied immediately and never kept. */
    void elementToTake(Operand operand) {
        elementBefore(operand);
        apart();
    }

    /** Like {@link #elementToTake}, but the caller must call {@link #apart} afterwards. */
    void elementBefore(Operand operand) {
        if (operand instanceof Operand.Field(var path)) {
            body.paths.source(path);
        } else {
            element(operand);
        }
    }

    /** Like {@link #element}, but never pushes an element that other threads may change. */
    void elementToCopy(Operand operand) {
        element(operand);
        apart();
    }

    /** Replaces the element on the stack, which must not be null, by an independent element. */
    void apart() {
        if (body.generation.hasSharedRows()) {
            code.run();
            code.out.swap();
            code.call(ModuleInvocation.class, "apart", Element.class);
        }
    }

    // Trace patterns

    private void pattern(List<Operand> parts) {
        ClassDesc builder = BytecodeWriter.describe(StringBuilder.class);
        code.out.new_(builder);
        code.out.dup();
        code.out.invokespecial(
                builder, "<init>", java.lang.constant.MethodTypeDesc.ofDescriptor("()V"));
        for (Operand part : parts) {
            text(part);
            code.call(StringBuilder.class, "append", String.class);
        }
        code.call(StringBuilder.class, "toString");
        code.call(Value.class, "of", String.class);
    }

    private void text(Operand part) {
        switch (part) {
            case Operand.Tree tree -> {
                element(tree);
                code.call(TreePrinter.class, "of", Element.class);
            }
            case ListOperand list -> {
                body.lists.list(list);
                code.call(ListEmitter.class, "text", List.class);
            }
            case Expression e -> {
                value(e);
                castTo(CHARACTER);
                code.call(ExpressionEmitter.class, "shown", Value.class);
            }
        }
    }

    /** Returns a value as a Trace pattern shows it. */
    static String shown(Value text) {
        return text == null ? "NULL" : text.text();
    }
}
