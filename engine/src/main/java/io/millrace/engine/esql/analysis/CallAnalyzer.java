package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.library.function.FunctionTable;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.message.ValueType;

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
        if (isBuiltIn(tree)) {
            Operand construct = constructs.construct(tree);
            if (construct != null) {
                return construct;
            }
            Function function = FunctionTable.find(tree.name().folded()).orElse(null);
            if (function != null) {
                return function(tree, function);
            }
        }
        unknown(tree);
        return Literal.NULL;
    }

    /** Whether the call can be of a built-in function: it has no schema, or the schema SQL. */
    private static boolean isBuiltIn(ExpressionTree.Call tree) {
        boolean known =
                tree.schema().isEmpty()
                        || tree.schema().size() == 1
                                && !tree.schema().getFirst().quoted()
                                && tree.schema().getFirst().folded().equals("SQL");
        return known && !tree.name().quoted();
    }

    /** Returns the routine that is called; null if there is none. */
    RoutineEntry routine(ExpressionTree.Call tree) {
        String schema = tree.schema().stream().map(Name::text).collect(Collectors.joining("."));
        RoutineCatalog catalog = context.unit.catalog();
        return catalog.find(context.file, context.module, schema, tree.name().folded());
    }

    /** Reports an unknown routine and also checks its arguments. */
    void unknown(ExpressionTree.Call tree) {
        String foreign =
                tree.schema().isEmpty() ? OtherDialectHints.function(tree.name().folded()) : "";
        tree.arguments().stream()
                .filter(a -> foreign.isEmpty() && !(a.value() instanceof ExpressionTree.Star))
                .forEach(a -> expressions.operand(a.value()));
        RoutineCatalog catalog = context.unit.catalog();
        if (catalog.isBroken(tree.name().folded())) {
            context.markBroken();
            return;
        }
        Set<String> known = new TreeSet<>(FunctionTable.names());
        known.addAll(SpecialFunctionAnalyzer.NAMES);
        Set<String> own =
                context.advises() ? catalog.namesFor(context.file, context.module) : Set.of();
        String nearest = Problems.nearest(tree.name().text(), own);
        String hint =
                nearest == null
                        ? Problems.didYouMean(tree.name().text(), known)
                        : "did you mean " + nearest + "?";
        List<String> elsewhere = catalog.schemasWith(tree.name().folded());
        if (!elsewhere.isEmpty()) {
            String where =
                    elsewhere.getFirst().isEmpty()
                            ? "the default schema"
                            : "schema " + elsewhere.getFirst();
            hint =
                    "it is defined in "
                            + where
                            + ": name that schema in the PATH of this file, or before the routine";
        }
        hint = foreign.isEmpty() ? hint : foreign;
        if (isPath(tree)) {
            hint = "an index stands in brackets: " + tree.name() + "[...]";
        }
        String shown = context.text(new Span(start(tree), tree.name().span().to()));
        String text = "the function or procedure " + shown + " is not known";
        context.error(ErrorCode.ESQL_UNKNOWN_ROUTINE, tree.name().span(), text, hint);
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
                            + " has result sets, or a schema that only CALL can name, and stands in"
                            + " an expression";
            String hint = "call it with CALL ... INTO a variable";
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.span(), text, hint);
            return Literal.NULL;
        }
        Call call = routineCall(tree, routine);
        if (call == null) {
            return Literal.NULL;
        }
        return switch (call.signature().returns()) {
            case SCALAR -> new Expression.CallValue(call);
            case TREE -> new Operand.TreeCall(call);
            case NONE -> {
                String text =
                        "the procedure " + tree.name() + " returns nothing, expected a function";
                context.error(
                        ErrorCode.ESQL_TYPE,
                        tree.span(),
                        text,
                        "it is called with the statement CALL");
                yield Literal.NULL;
            }
        };
    }

    /** Returns a call with its arguments; null if they are invalid, which was reported. */
    Call routineCall(ExpressionTree.Call tree, RoutineEntry routine) {
        return routineCall(tree, routine, null);
    }

    /**
     * Returns a call with its arguments.
     *
     * @param before list to which declarations of references are added, which represent field
     *     references passed as INOUT; null if no statement can precede the call
     */
    Call routineCall(ExpressionTree.Call tree, RoutineEntry routine, List<Statement> before) {
        context.calls.add(routine);
        List<Signature.Parameter> parameters = routine.signature.parameters();
        if (routine.signature.index() < 0) {
            context.error(
                    ErrorCode.ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "Main is called by the node only");
            return null;
        }
        if (tree.arguments().size() != parameters.size()) {
            wrongNumber(tree, routine);
            tree.arguments().forEach(a -> expressions.operand(a.value()));
            return null;
        }
        List<Call.Argument> arguments = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            ExpressionTree value = tree.arguments().get(i).value();
            Signature.Parameter parameter = parameters.get(i);
            Call.Argument argument = argument(value, parameter, before);
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
        String text =
                "found "
                        + count(tree.arguments().size())
                        + ", but "
                        + routine.signature.label()
                        + " takes "
                        + (expected == 0 ? "none" : expected + ": " + parameters);
        context.error(ErrorCode.ESQL_ARGUMENTS, tree.span(), text);
    }

    private static String count(int arguments) {
        return arguments == 1 ? "1 argument" : arguments + " arguments";
    }

    /**
     * Returns the argument for a parameter; null if it is invalid, which was reported.
     *
     * @param before as for {@link #routineCall(ExpressionTree.Call, RoutineEntry, List)}
     */
    Call.Argument argument(
            ExpressionTree tree, Signature.Parameter parameter, List<Statement> before) {
        boolean in = parameter.direction() == Signature.Direction.IN;
        return in ? byValue(tree, parameter) : byTarget(tree, parameter, before);
    }

    private Call.Argument byValue(ExpressionTree tree, Signature.Parameter parameter) {
        if (parameter.kind() == Variable.Kind.SCALAR) {
            return new Call.ByValue(expressions.value(tree));
        }
        int faults = context.faults();
        Operand operand = expressions.operand(tree);
        boolean row = parameter.kind() == Variable.Kind.ROW && operand instanceof Operand.Tree;
        if (operand instanceof Operand.Field || operand instanceof Operand.TreeCall || row) {
            return new Call.ByValue(operand);
        }
        if (context.faults() == faults) {
            String text =
                    "found a "
                            + (operand instanceof Expression ? "single value" : "list")
                            + ", expected a "
                            + (parameter.kind() == Variable.Kind.ROW ? "row" : "field reference")
                            + " for the parameter "
                            + parameter.name();
            context.error(ErrorCode.ESQL_ARGUMENTS, tree.span(), text);
        }
        return null;
    }

    private Call.Argument byTarget(
            ExpressionTree tree, Signature.Parameter parameter, List<Statement> before) {
        String what =
                parameter.kind() == Variable.Kind.SCALAR
                        ? "a variable or field"
                        : "a " + parameter.kind() + " variable";
        String purpose =
                what + " for the " + parameter.direction() + " parameter " + parameter.name();
        if (!(tree instanceof Field field)) {
            expressions.operand(tree);
            context.error(
                    ErrorCode.ESQL_ARGUMENTS,
                    tree.span(),
                    "found an expression, expected " + purpose);
            return null;
        }
        return switch (expressions.paths().meaning(field)) {
            case NameResolver.Scalar s when s.variable() != null && field.isPlainName() ->
                    scalarTarget(field, s, parameter, purpose);
            case NameResolver.Tree t
                    when parameter.kind() == Variable.Kind.SCALAR && !isWholeVariable(t, field) -> {
                FieldPath path = expressions.paths().requireSingle(tree, purpose);
                yield path == null ? null : new Call.ByField(path);
            }
            case NameResolver.Tree t
                    when isWholeVariable(t, field) && t.variable().kind() == parameter.kind() ->
                    new Call.ByVariable(t.variable());
            case NameResolver.Tree t
                    when parameter.kind() == Variable.Kind.REFERENCE && before != null ->
                    byReference(tree, purpose, before);
            case NameResolver.Nothing nothing -> {
                context.markBroken();
                yield null;
            }
            default -> {
                String found = "found " + context.text(field.span()) + ", expected " + purpose;
                context.error(ErrorCode.ESQL_ARGUMENTS, tree.span(), found);
                yield null;
            }
        };
    }

    /**
     * Returns a new reference for a field that is passed where a REFERENCE variable is expected.
     * The reference ends with the call.
     */
    private Call.Argument byReference(ExpressionTree tree, String purpose, List<Statement> before) {
        FieldPath path = expressions.paths().requireSingle(tree, purpose);
        if (path == null) {
            return null;
        }
        Variable.Local reference =
                context.newLocal(context.text(tree.span()), Variable.Kind.REFERENCE, null);
        before.add(
                new Statement.Declare(
                        context.origin(tree.span()), reference, new Operand.Field(path)));
        return new Call.ByVariable(reference);
    }

    private static boolean isWholeVariable(NameResolver.Tree tree, Field field) {
        return tree.variable() != null && field.isPlainName();
    }

    private Call.Argument scalarTarget(
            Field field,
            NameResolver.Scalar scalar,
            Signature.Parameter parameter,
            String purpose) {
        if (parameter.kind() != Variable.Kind.SCALAR) {
            String found =
                    "found the variable " + field.root() + " of type " + scalar.value().type();
            context.error(ErrorCode.ESQL_ARGUMENTS, field.span(), found + ", expected " + purpose);
            return null;
        }
        if (scalar.constant()) {
            String text = field.root() + " is a constant, expected " + purpose;
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, field.span(), text);
            return null;
        }
        return new Call.ByVariable(scalar.variable());
    }

    // Built-in functions

    private Operand function(ExpressionTree.Call tree, Function function) {
        KeywordCallSyntax.Plain plain = KeywordCallSyntax.plain(tree, context);
        if (plain == null) {
            return Literal.NULL;
        }
        Function meant = FunctionTable.find(plain.name()).orElse(function);
        Function.Method method = meant.method(plain.arguments().size()).orElse(null);
        if (method == null) {
            wrongNumber(tree, meant, plain.arguments().size());
            // ASBITSTREAM's arguments may be left out between commas.
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
        return builtIn(meant, arguments);
    }

    private Operand argument(ExpressionTree tree, Function.Parameter parameter, Function function) {
        return switch (parameter) {
            case VALUE -> expressions.value(tree);
            case LIST -> expressions.list(tree);
            case FIELD -> {
                int faults = context.faults();
                Operand operand = expressions.operand(tree);
                if (!(operand instanceof Operand.Tree) && context.faults() == faults) {
                    String text =
                            "found "
                                    + (operand instanceof Expression ? "a single value" : "a list")
                                    + ", but "
                                    + function.name()
                                    + " takes a field reference";
                    context.error(ErrorCode.ESQL_ARGUMENTS, tree.span(), text);
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
        String hint = function.syntax().isEmpty() ? "" : "it is written " + function.syntax();
        String text = "found " + count(found) + ", but " + function.name() + " takes " + takes;
        context.error(ErrorCode.ESQL_ARGUMENTS, tree.span(), text, hint);
    }

    static Expression builtIn(Function function, List<Operand> arguments) {
        ValueType type = function.method(arguments.size()).map(CallAnalyzer::type).orElse(null);
        return new Expression.BuiltIn(function.name(), arguments, type);
    }

    /** Returns the type that corresponds to the method's return type; null for Value itself. */
    private static ValueType type(Function.Method method) {
        String name = method.type().returnType().displayName();
        String simple = name.substring(Math.max(name.lastIndexOf('$'), name.lastIndexOf('.')) + 1);
        for (ValueType type : ValueType.values()) {
            if (simple.equalsIgnoreCase(type + "Value")) {
                return type;
            }
        }
        return null;
    }
}
