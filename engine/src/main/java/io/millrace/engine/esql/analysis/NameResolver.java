package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.Symbol.Broken;
import io.millrace.engine.esql.analysis.Symbol.ComputedName;
import io.millrace.engine.esql.analysis.Symbol.Declared;
import io.millrace.engine.esql.analysis.Symbol.Fixed;
import io.millrace.engine.esql.analysis.Symbol.PathName;
import io.millrace.engine.esql.analysis.Symbol.PointsAtScalar;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.library.function.FunctionTable;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.BrokerProperty;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.DatabaseState;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtVariable;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.PathStep.Part;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A resolver of the first name of a field reference. */
final class NameResolver {

    /** Result of the resolution. */
    sealed interface Meaning {}

    /** A scalar: a variable, constant, function without parentheses, or field type constant. */
    record Scalar(Expression value, @Nullable Variable variable, boolean constant)
            implements Meaning {}

    /** A position in a tree, where the steps of the reference start. */
    record Tree(FieldPath start, @Nullable Variable variable) implements Meaning {}

    /** The name {@code Database}. */
    record Database() implements Meaning {}

    /** An unknown name, which was reported. */
    record Nothing() implements Meaning {}

    /** Constants that are suggested for an unknown name without further steps. */
    private static final Set<String> CONSTANTS = Set.of("TRUE", "FALSE", "UNKNOWN", "NULL");

    private static final Pattern MOVE =
            Pattern.compile("\\bMOVE\\s+\\S+\\s+TO\\s+$", Pattern.CASE_INSENSITIVE);

    /** Keywords of MOVE that replace TO. */
    private static final Set<String> DIRECTIONS =
            Set.of("PARENT", "PREVIOUSSIBLING", "NEXTSIBLING", "FIRSTCHILD", "LASTCHILD");

    private static final Pattern FROM = Pattern.compile("\\bFROM\\s+$", Pattern.CASE_INSENSITIVE);

    /** Keywords before an operand that is usually a string. */
    private static final Pattern BEFORE_STRING =
            Pattern.compile(
                    "\\b(TERMINAL|LABEL|FORMAT|DOMAIN|LIKE|NAME)\\s+$", Pattern.CASE_INSENSITIVE);

    /** Domains of other products that have no parser here, in upper case. */
    private static final Set<String> FOREIGN =
            Set.of("SOAP", "DFDL", "DATAOBJECT", "IDOC", "JMSMAP", "JMSSTREAM");

    /** Path with slashes instead of periods. */
    private static final Pattern SLASHES = Pattern.compile("\\w/\\w+/$");

    private final AnalysisContext context;

    NameResolver(AnalysisContext context) {
        this.context = context;
    }

    /**
     * Resolves the first name of a field. Variables take precedence over the names of trees, which
     * take precedence over built-in names.
     */
    Meaning resolve(Field field) {
        Name root = field.root();
        Symbol symbol = context.find(root.text());
        if (symbol != null) {
            return declared(symbol);
        }
        FieldPath tree = root.quoted() ? null : CorrelationNames.find(root.text(), context.kind);
        if (tree != null) {
            return new Tree(tree, null);
        }
        if (!root.quoted() && root.folded().equals("DATABASE")) {
            return new Database();
        }
        Expression builtIn = root.quoted() ? null : builtIn(field);
        if (builtIn != null) {
            return new Scalar(builtIn, null, true);
        }
        Integer generic =
                field.isPlainName() && !root.quoted()
                        ? TypeConstants.domainless(root.text())
                        : null;
        if (generic != null) {
            context.fieldTypes.put(field, generic);
            return new Scalar(new Literal(Value.of(generic)), null, true);
        }
        if (isTypeConstant(field)) {
            return typeConstant(field);
        }
        if (!root.quoted() && field.steps().size() == 1 && FOREIGN.contains(root.folded())) {
            context.error(
                    ErrorCode.ESQL_UNKNOWN_TYPE_CONSTANT,
                    field.span(),
                    "the domain " + root + " is not supported, so it has no field types",
                    "the domains are " + String.join(", ", context.unit.types().spelledDomains()));
            return new Nothing();
        }
        unknown(field);
        return new Nothing();
    }

    private static Meaning declared(Symbol symbol) {
        return switch (symbol) {
            case Declared d when d.variable().kind() == Kind.SCALAR ->
                    new Scalar(new VariableValue(d.variable()), d.variable(), d.constant());
            case Declared d ->
                    new Tree(new FieldPath(new AtVariable(d.variable()), List.of()), d.variable());
            case PointsAtScalar p ->
                    new Scalar(new VariableValue(p.variable()), p.variable(), p.constant());
            case Fixed fixed -> new Scalar(fixed.value(), null, true);
            case PathName name -> new Scalar(new Literal(Value.of(name.text())), null, true);
            case ComputedName name ->
                    new Scalar(new VariableValue(name.variable()), name.variable(), true);
            case Broken broken -> new Nothing();
        };
    }

    /** Returns a function, constant or property written without parentheses. */
    private @Nullable Expression builtIn(Field field) {
        String name = field.root().folded();
        if (name.equals("SQL")
                && field.steps().size() == 1
                && field.steps().getFirst().isPlainName()) {
            return bare(plainName(field.steps().getFirst()).folded());
        }
        return field.steps().isEmpty() ? bare(name) : null;
    }

    private static Name plainName(PathStep step) {
        return ((Part.Written) step.name()).name();
    }

    private @Nullable Expression bare(String name) {
        switch (name) {
            case "SQLCODE", "SQLSTATE", "SQLNATIVEERROR", "SQLERRORTEXT" -> {
                return new DatabaseState(DatabaseState.What.valueOf(name));
            }
            default -> {
                Optional<Function> function = context.functions().find(name).filter(Function::bare);
                if (function.isPresent()) {
                    return builtIn(function.get(), List.of());
                }
            }
        }
        Optional<Value> constant =
                FunctionTable.constant(name).or(() -> Optional.ofNullable(MqConstants.find(name)));
        if (constant.isPresent()) {
            return new Literal(constant.get());
        }
        return FunctionTable.property(name).<Expression>map(BrokerProperty::new).orElse(null);
    }

    private boolean isTypeConstant(Field field) {
        return field.steps().size() == 1
                && field.steps().getFirst().isPlainName()
                && context.unit.types().isDomain(field.root().text());
    }

    private Meaning typeConstant(Field field) {
        String domain = field.root().text();
        String constant = plainName(field.steps().getFirst()).text();
        Integer type = context.unit.types().find(domain, constant);
        if (type != null) {
            return new Scalar(new Literal(Value.of(type)), null, true);
        }
        Set<String> names = new TreeSet<>(context.unit.types().names(domain));
        String nearest = Problems.nearest(constant, names);
        String hint =
                isHeaderField(domain, constant)
                        ? messageField(domain + "." + constant)
                        : nearest == null
                                ? "the constants of " + domain + " are " + String.join(", ", names)
                                : "did you mean " + domain + "." + nearest + "?";
        context.error(
                ErrorCode.ESQL_UNKNOWN_TYPE_CONSTANT,
                field.span(),
                "the domain " + domain + " has no field type " + constant,
                hint);
        return new Nothing();
    }

    /**
     * Returns a suggestion for an unknown name. A short name resembles too many others, so only
     * names that differ in case are suggested.
     */
    private static String didYouMean(String name, Set<String> known) {
        boolean brief = name.length() < 3;
        return Problems.didYouMean(
                name, brief ? known.stream().filter(name::equalsIgnoreCase).toList() : known);
    }

    /**
     * Returns advice about a name that can be a column or a field of a row; otherwise returns an
     * empty string.
     */
    private String column(Name root, Field field) {
        String row = context.correlation();
        return row.isEmpty() || root.quoted() || !field.isPlainName()
                ? ""
                : "if " + root + " is a column or field, write " + row + "." + root;
    }

    /**
     * Returns advice about a name after a keyword that requires another operand; otherwise returns
     * an empty string.
     */
    private String afterKeyword(Field field) {
        if (!field.isPlainName()) {
            return "";
        }
        String name = context.text(field.root().span());
        String before = context.before(field.root().span());
        if (MOVE.matcher(before).find() && DIRECTIONS.contains(name.toUpperCase(Locale.ROOT))) {
            return "write MOVE reference " + name + " without TO";
        }
        if (FROM.matcher(before).find()) {
            return "write Database.%s AS %s for a database table".formatted(name, name);
        }
        return BEFORE_STRING.matcher(before).find()
                ? "write a string in single quotes: '" + name + "'"
                : "";
    }

    private void unknown(Field field) {
        String name = field.root().text();
        if (SLASHES.matcher(context.before(field.root().span())).find()) {
            // The first / of the path was reported.
            context.markBroken();
            return;
        }
        String advice = afterKeyword(field);
        advice =
                advice.isEmpty()
                        ? CorrelationNames.advice(name, context.kind, context.isProperty())
                        : advice;
        if (advice.isEmpty()) {
            Set<String> known = context.variableNames();
            known.addAll(CorrelationNames.names(context.kind));
            known.addAll(FunctionTable.properties());
            known.addAll(field.steps().size() == 1 ? context.unit.types().domains() : Set.of());
            advice = didYouMean(name, known);
        }
        if (advice.isEmpty() && field.steps().isEmpty()) {
            advice = didYouMean(name, CONSTANTS);
        }
        if (advice.isEmpty()) {
            advice = column(field.root(), field);
        }
        if (field.root().quoted() && field.isPlainName()) {
            advice = "write a string in single quotes; double quotes are for names";
        }
        if (advice.isEmpty()) {
            advice =
                    context.functions().find(name).isPresent()
                            ? name + " is a function: write its arguments in parentheses"
                            : "declare it with DECLARE " + context.text(field.root().span());
        }
        String joined = context.joinedName(field.root().span());
        if (!joined.isEmpty()) {
            advice = joined;
        } else if (advice.startsWith("declare it") && isFolder(field)) {
            advice = messageField(name) + (isInCompute() ? "" : " or Body");
        } else if (advice.startsWith("declare it") && context.isProperty()) {
            advice =
                    field.steps().isEmpty()
                            ? "write a string in quotation marks, as in '"
                                    + name
                                    + "'; a path begins with Root, Body or Environment"
                            : "write the path from the body: Body." + context.text(field.span());
        } else if (advice.startsWith("declare it") && !field.steps().isEmpty()) {
            advice =
                    "write the path from its root, such as InputRoot.XMLNSC."
                            + name
                            + ", or DECLARE "
                            + name
                            + " REFERENCE TO path";
        }
        String what =
                field.steps().isEmpty() ? "the variable " : "the variable or correlation name ";
        String shown = context.text(field.root().span());
        context.error(
                ErrorCode.ESQL_UNKNOWN_NAME,
                field.root().span(),
                what + shown + " is not known",
                advice);
        context.forget(name);
    }

    private boolean isHeaderField(String folder, String field) {
        return context.unit.settings().parsers().fields(folder).stream()
                .anyMatch(field::equalsIgnoreCase);
    }

    /** Returns the advice to write a path from the root of a message. */
    private String messageField(String path) {
        return isInCompute()
                ? "write InputRoot." + path + " or OutputRoot." + path
                : "write Root." + path;
    }

    private boolean isInCompute() {
        return context.kind == null || context.kind == ModuleKind.COMPUTE;
    }

    private boolean isFolder(Field field) {
        return !field.steps().isEmpty()
                && context.unit.settings().parsers().isFolder(field.root().text());
    }

    static Expression builtIn(Function function, List<Operand> arguments) {
        Function.Method method = function.method(arguments.size()).orElseThrow();
        return new BuiltIn(function.name(), method, arguments, type(method));
    }

    /** Returns the ESQL type that corresponds to the method's return type; null for Value. */
    private static @Nullable ValueType type(Function.Method method) {
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
