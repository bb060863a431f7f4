package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENTS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;
import static io.millrace.engine.error.ErrorCode.ESQL_UNKNOWN_ROUTINE;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.analysis.NameResolver.Nothing;
import io.millrace.engine.esql.analysis.NameResolver.Scalar;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.library.function.FunctionTable;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Call.Argument;
import io.millrace.engine.esql.program.Call.ByField;
import io.millrace.engine.esql.program.Call.ByValue;
import io.millrace.engine.esql.program.Call.ByVariable;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.CallValue;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.Operand.TreeCall;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Declare;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.ExpressionTree.Star;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.OtherDialectHints;
import io.millrace.engine.esql.syntax.Span;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A checker of calls of routines and built-in functions. A program's own routines take precedence
 * over built-in functions of the same name.
 */
final class CallAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;
    private final SpecialFunctionAnalyzer constructs;

    CallAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
        this.constructs = new SpecialFunctionAnalyzer(context, expressions);
    }

    SpecialFunctionAnalyzer constructs() {
        return constructs;
    }

    Operand call(ExpressionTree.Call tree) {
        RoutineEntry routine = routine(tree);
        if (routine != null) {
            return routineValue(tree, routine);
        }
        if (hasBuiltInName(tree)) {
            Operand construct = constructs.construct(tree);
            if (construct != null) {
                return construct;
            }
            Function function = context.functions().find(tree.name().folded()).orElse(null);
            if (function != null) {
                return function(tree, function);
            }
        }
        unknown(tree);
        return Literal.NULL;
    }

    /** Whether the call refers to a built-in function. */
    boolean isBuiltIn(ExpressionTree.Call tree) {
        String name = tree.name().folded();
        return hasBuiltInName(tree)
                && (context.functions().find(name).isPresent()
                        || FunctionTable.CONSTRUCTS.contains(name));
    }

    /** Whether the call can refer to a built-in function: it has no schema, or the schema SQL. */
    private static boolean hasBuiltInName(ExpressionTree.Call tree) {
        boolean known =
                tree.schema().isEmpty()
                        || tree.schema().size() == 1
                                && !tree.schema().getFirst().quoted()
                                && tree.schema().getFirst().folded().equals("SQL");
        return known && !tree.name().quoted();
    }

    /** Returns the called routine; null if there is none. */
    @Nullable RoutineEntry routine(ExpressionTree.Call tree) {
        String schema = tree.schema().stream().map(Name::text).collect(Collectors.joining("."));
        RoutineCatalog catalog = context.unit.catalog();
        return catalog.find(context.file, context.module, schema, tree.name().folded());
    }

    /** Reports an unknown routine and checks the arguments of the call. */
    void unknown(ExpressionTree.Call tree) {
        String foreign =
                tree.schema().isEmpty() ? OtherDialectHints.function(tree.name().folded()) : "";
        tree.arguments().stream()
                .filter(a -> foreign.isEmpty() && !(a.value() instanceof Star))
                .forEach(a -> expressions.operand(a.value()));
        RoutineCatalog catalog = context.unit.catalog();
        if (catalog.isBroken(tree.name().folded())) {
            context.markBroken();
            return;
        }
        String hint = foreign.isEmpty() ? advice(tree) : foreign;
        String shown = context.text(new Span(start(tree), tree.name().span().to()));
        context.error(
                ESQL_UNKNOWN_ROUTINE,
                tree.name().span(),
                "the function or procedure " + shown + " is not known",
                hint);
    }

    /** Returns advice about an unknown routine; empty if there is none. */
    private String advice(ExpressionTree.Call tree) {
        String name = tree.name().text();
        if (isPath(tree)) {
            String method = OtherDialectHints.method(name);
            return method.isEmpty() && tree.arguments().size() == 1
                    ? "write an index in brackets: " + name + "[...]"
                    : OtherDialectHints.anyMethod(name);
        }
        RoutineCatalog catalog = context.unit.catalog();
        String module = catalog.moduleWith(tree.name().folded());
        if (!module.isEmpty()) {
            return "it is defined in module " + module + "; move it outside the modules";
        }
        List<String> elsewhere = catalog.schemasWith(tree.name().folded());
        if (!elsewhere.isEmpty()) {
            String schema = elsewhere.getFirst();
            return "it is defined in "
                    + (schema.isEmpty() ? "the default schema" : "schema " + schema)
                    + ": add that schema to the PATH of this file, or write it before the routine"
                    + " name";
        }
        Set<String> own =
                context.advises() ? catalog.namesFor(context.file, context.module) : Set.of();
        String nearest = Problems.nearest(name, own);
        Set<String> known = new TreeSet<>(context.functions().names());
        known.addAll(FunctionTable.CONSTRUCTS);
        return nearest == null ? Problems.didYouMean(name, known) : "did you mean " + nearest + "?";
    }

    /**
     * Whether an apparent call of a routine in a schema is a field with an index in parentheses.
     */
    private boolean isPath(ExpressionTree.Call tree) {
        if (tree.schema().isEmpty()) {
            return false;
        }
        String first = tree.schema().getFirst().text();
        return context.find(first) != null || CorrelationNames.find(first, context.kind) != null;
    }

    private static int start(ExpressionTree.Call tree) {
        return tree.schema().isEmpty()
                ? tree.name().span().from()
                : tree.schema().getFirst().span().from();
    }

    private Operand routineValue(ExpressionTree.Call tree, RoutineEntry routine) {
        if (routine.stored != null && routine.stored.needsCall()) {
            String text =
                    tree.name()
                            + " has result sets, or a schema that only CALL can specify, and "
                            + "cannot be used in an expression";
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    text,
                    "call it with CALL ... INTO a variable");
            return Literal.NULL;
        }
        Call call = routineCall(tree, routine);
        if (call == null) {
            return Literal.NULL;
        }
        return switch (call.signature().returns()) {
            case SCALAR -> new CallValue(call);
            case TREE -> new TreeCall(call);
            case NONE -> {
                if (!routine.tree.lacksReturns()) {
                    context.error(
                            ESQL_TYPE,
                            tree.span(),
                            "the procedure "
                                    + tree.name()
                                    + " returns nothing, expected a function",
                            "call it with the CALL statement");
                }
                yield Literal.NULL;
            }
        };
    }

    /** Returns a checked routine call; null if an invalid argument was reported. */
    @Nullable Call routineCall(ExpressionTree.Call tree, RoutineEntry routine) {
        return routineCall(tree, routine, null);
    }

    /**
     * Returns a checked routine call.
     *
     * @param before receives declarations of references for fields that are passed as INOUT; null
     *     if no statement can precede the call
     */
    @Nullable Call routineCall(
            ExpressionTree.Call tree, RoutineEntry routine, @Nullable List<Statement> before) {
        context.calls.add(routine);
        List<Parameter> parameters = routine.signature.parameters();
        if (routine.signature.index() < 0) {
            context.error(ESQL_NOT_ALLOWED_HERE, tree.span(), "only the node can call Main");
            return null;
        }
        if (tree.arguments().size() != parameters.size()) {
            wrongNumber(tree, routine);
            tree.arguments().forEach(a -> expressions.operand(a.value()));
            return null;
        }
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            ExpressionTree value = tree.arguments().get(i).value();
            Parameter parameter = parameters.get(i);
            if (value instanceof Missing) {
                context.error(
                        ESQL_ARGUMENTS,
                        value.span(),
                        "found no argument for the parameter " + parameter.name());
            }
            Argument argument = argument(value, parameter, before);
            if (argument != null) {
                arguments.add(argument);
            }
        }
        return arguments.size() == parameters.size()
                ? new Call(routine.signature, arguments)
                : null;
    }

    private void wrongNumber(ExpressionTree.Call tree, RoutineEntry routine) {
        int expected = routine.signature.parameters().size();
        String parameters =
                routine.signature.parameters().stream()
                        .map(p -> p.direction() + " " + p.name())
                        .collect(Collectors.joining(", "));
        context.error(
                ESQL_ARGUMENTS,
                tree.span(),
                "found "
                        + count(tree.arguments().size())
                        + ", but "
                        + routine.signature.label()
                        + " takes "
                        + (expected == 0 ? "none" : expected + ": " + parameters));
    }

    private static String count(int arguments) {
        return arguments == 1 ? "1 argument" : arguments + " arguments";
    }

    /**
     * Returns the argument for a parameter; null if an error was reported.
     *
     * @param before as for {@link #routineCall(ExpressionTree.Call, RoutineEntry, List)}
     */
    @Nullable Argument argument(
            ExpressionTree tree, Parameter parameter, @Nullable List<Statement> before) {
        boolean in = parameter.direction() == Direction.IN;
        return in ? byValue(tree, parameter) : byTarget(tree, parameter, before);
    }

    private @Nullable Argument byValue(ExpressionTree tree, Parameter parameter) {
        if (parameter.kind() == Kind.SCALAR) {
            return new ByValue(expressions.value(tree));
        }
        int faults = context.faults();
        Operand operand = expressions.operand(tree);
        boolean row = parameter.kind() == Kind.ROW && operand instanceof Tree;
        if (operand instanceof Operand.Field || operand instanceof TreeCall || row) {
            return new ByValue(operand);
        }
        if (context.faults() == faults) {
            context.error(
                    ESQL_ARGUMENTS,
                    tree.span(),
                    "found a "
                            + (operand instanceof Expression ? "single value" : "list")
                            + ", expected a "
                            + (parameter.kind() == Kind.ROW ? "row" : "field reference")
                            + " for the parameter "
                            + parameter.name());
        }
        return null;
    }

    private @Nullable Argument byTarget(
            ExpressionTree tree, Parameter parameter, @Nullable List<Statement> before) {
        String what =
                parameter.kind() == Kind.SCALAR
                        ? "a variable or field"
                        : "a " + parameter.kind() + " variable";
        String purpose =
                what + " for the " + parameter.direction() + " parameter " + parameter.name();
        if (!(tree instanceof Field field)) {
            expressions.operand(tree);
            context.error(ESQL_ARGUMENTS, tree.span(), "found an expression, expected " + purpose);
            return null;
        }
        return switch (expressions.paths().meaning(field)) {
            case Scalar s when s.variable() != null && field.isPlainName() ->
                    scalarTarget(field, s, parameter, purpose);
            case NameResolver.Tree t
                    when parameter.kind() == Kind.SCALAR && !isWholeVariable(t, field) -> {
                FieldPath path = expressions.paths().requireSingle(tree, purpose);
                yield path == null ? null : new ByField(path);
            }
            case NameResolver.Tree t
                    when t.variable() != null
                            && isWholeVariable(t, field)
                            && t.variable().kind() == parameter.kind() ->
                    new ByVariable(t.variable());
            case NameResolver.Tree t when parameter.kind() == Kind.REFERENCE && before != null ->
                    byReference(tree, purpose, before);
            case Nothing nothing -> {
                context.markBroken();
                yield null;
            }
            default -> {
                context.error(
                        ESQL_ARGUMENTS,
                        tree.span(),
                        "found " + context.text(field.span()) + ", expected " + purpose);
                yield null;
            }
        };
    }

    /**
     * Returns a new reference for a field that is passed to a parameter of type REFERENCE. The
     * reference exists until the call ends.
     */
    private @Nullable Argument byReference(
            ExpressionTree tree, String purpose, List<Statement> before) {
        FieldPath path = expressions.paths().requireSingle(tree, purpose);
        if (path == null) {
            return null;
        }
        Local reference = context.newLocal(context.text(tree.span()), Kind.REFERENCE, null);
        before.add(new Declare(context.origin(tree.span()), reference, new Operand.Field(path)));
        return new ByVariable(reference);
    }

    private static boolean isWholeVariable(NameResolver.Tree tree, Field field) {
        return tree.variable() != null && field.isPlainName();
    }

    private @Nullable Argument scalarTarget(
            Field field, Scalar scalar, Parameter parameter, String purpose) {
        if (parameter.kind() != Kind.SCALAR) {
            String found =
                    "found the variable " + field.root() + " of type " + scalar.value().type();
            context.error(ESQL_ARGUMENTS, field.span(), found + ", expected " + purpose);
            return null;
        }
        if (scalar.constant()) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    field.span(),
                    field.root() + " is a constant, expected " + purpose);
            return null;
        }
        return new ByVariable(Objects.requireNonNull(scalar.variable()));
    }

    // Built-in functions

    private Operand function(ExpressionTree.Call tree, Function function) {
        KeywordCallSyntax.Plain plain = KeywordCallSyntax.plain(tree, context);
        if (plain == null) {
            return Literal.NULL;
        }
        Function meant = context.functions().find(plain.name()).orElse(function);
        Function.Method method = meant.method(plain.arguments().size()).orElse(null);
        if (method == null) {
            wrongNumber(tree, meant, plain.arguments().size());
            // The arguments of ASBITSTREAM can be omitted between commas.
            plain.arguments().stream().filter(Objects::nonNull).forEach(expressions::operand);
            return Literal.NULL;
        }
        List<Operand> arguments = new ArrayList<>();
        for (int i = 0; i < plain.arguments().size(); i++) {
            Function.Parameter parameter =
                    i < method.parameters().size()
                            ? method.parameters().get(i)
                            : Function.Parameter.VALUE;
            arguments.add(argument(plain.arguments().get(i), parameter, meant));
        }
        return NameResolver.builtIn(meant, arguments);
    }

    private Operand argument(ExpressionTree tree, Function.Parameter parameter, Function function) {
        return switch (parameter) {
            case VALUE -> expressions.value(tree);
            case LIST -> expressions.list(tree);
            case FIELD -> {
                int faults = context.faults();
                Operand operand = expressions.operand(tree);
                if (!(operand instanceof Tree) && context.faults() == faults) {
                    context.error(
                            ESQL_ARGUMENTS,
                            tree.span(),
                            "found "
                                    + (operand instanceof Expression ? "a single value" : "a list")
                                    + ", but "
                                    + function.name()
                                    + " takes a field reference");
                }
                yield operand;
            }
        };
    }

    private void wrongNumber(ExpressionTree.Call tree, Function function, int found) {
        int least = function.minArguments();
        int most = function.maxArguments();
        String takes =
                most == Integer.MAX_VALUE
                        ? least + " or more"
                        : least == most ? String.valueOf(least) : least + " to " + most;
        String hint = function.syntax().isEmpty() ? "" : "the syntax is " + function.syntax();
        context.error(
                ESQL_ARGUMENTS,
                tree.span(),
                "found " + count(found) + ", but " + function.name() + " takes " + takes,
                hint);
    }
}
