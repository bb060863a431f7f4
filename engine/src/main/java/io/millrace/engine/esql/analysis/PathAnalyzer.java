package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ALWAYS_FAILS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.analysis.NameResolver.Database;
import io.millrace.engine.esql.analysis.NameResolver.Meaning;
import io.millrace.engine.esql.analysis.NameResolver.Nothing;
import io.millrace.engine.esql.analysis.NameResolver.Scalar;
import io.millrace.engine.esql.analysis.Symbol.Broken;
import io.millrace.engine.esql.analysis.Symbol.ComputedName;
import io.millrace.engine.esql.analysis.Symbol.Declared;
import io.millrace.engine.esql.analysis.Symbol.Fixed;
import io.millrace.engine.esql.analysis.Symbol.PathName;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtNamesake;
import io.millrace.engine.esql.program.FieldPath.AtVariable;
import io.millrace.engine.esql.program.FieldPath.Index;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.PathStep.Part;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A checker of the starts and steps of field references. */
final class PathAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;
    private final NameResolver names;

    PathAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
        this.names = new NameResolver(context);
    }

    Meaning meaning(Field field) {
        return names.resolve(field);
    }

    /** Returns the path of a tree name and the steps after it. */
    FieldPath path(NameResolver.Tree tree, Field field) {
        List<Step> steps = new ArrayList<>(tree.start().steps());
        for (int i = 0; i < field.steps().size(); i++) {
            PathStep step = field.steps().get(i);
            boolean last = i == field.steps().size() - 1;
            if (!last && step.index() != null && isList(step.index())) {
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        step.index().span(),
                        "found [] within a path; only the last step can be a list",
                        "write an index such as [1], or SELECT ITEM I."
                                + context.text(field.steps().get(i + 1).span())
                                + " FROM ...[] AS I");
            }
            steps.add(step(step, last));
        }
        FieldPath.Start start = start(tree, field);
        if (start instanceof AtVariable(Variable row)
                && context.tableRows.contains(row)
                && !steps.isEmpty()) {
            steps.set(0, column(row, steps.getFirst()));
        }
        FieldPath path = new FieldPath(start, steps);
        context.fields.add(field, path);
        return path;
    }

    /** Returns a step to a column of a database row. */
    private static Step column(Variable row, Step step) {
        return step.name() instanceof FieldPath.Name.Any
                ? step
                : new Step(
                        step.type(),
                        step.namespace(),
                        new FieldPath.Name.Column(row, step.name()),
                        step.index());
    }

    /**
     * Returns the start of a path. An index after a REFERENCE selects a sibling with the same name.
     */
    private FieldPath.Start start(NameResolver.Tree tree, Field field) {
        PathStep.Index written = field.rootIndex();
        if (written == null) {
            return tree.start().start();
        }
        boolean reference = tree.variable() != null && tree.variable().kind() == Kind.REFERENCE;
        if (!reference) {
            String text = "found an index after " + field.root() + ", which is a single tree";
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    written.span(),
                    text,
                    "only a REFERENCE can have an index, which selects a sibling with the same"
                            + " name");
            return tree.start().start();
        }
        if (isList(written)) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    written.span(),
                    "found [] after " + field.root() + "; expected a single field");
            return tree.start().start();
        }
        return new AtNamesake(Objects.requireNonNull(tree.variable()), index(written, true));
    }

    /** Returns the variable of {@code ref[]}; null for every other field reference. */
    @Nullable Variable listOfNamesakes(NameResolver.Tree tree, Field field) {
        boolean list =
                tree.variable() != null
                        && tree.variable().kind() == Kind.REFERENCE
                        && field.steps().isEmpty()
                        && field.rootIndex() != null
                        && isList(field.rootIndex());
        return list ? tree.variable() : null;
    }

    private static boolean isList(PathStep.Index index) {
        return index.direction() == PathStep.Index.Direction.LIST;
    }

    /**
     * Returns the path of an expression that must denote part of a tree; null if an error was
     * reported.
     */
    @Nullable FieldPath require(ExpressionTree expression, String what) {
        if (!(expression instanceof Field field)) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    expression.span(),
                    "found an expression, expected " + what);
            return null;
        }
        return switch (meaning(field)) {
            case NameResolver.Tree tree -> path(tree, field);
            case Scalar scalar -> {
                notATree(field, scalar, what);
                yield null;
            }
            case Database database -> {
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        field.span(),
                        "found a database table, expected " + what);
                yield null;
            }
            case Nothing nothing -> {
                context.markBroken();
                yield null;
            }
        };
    }

    /**
     * Returns a path like {@link #require}. Also reports an error if the path denotes more than a
     * single field.
     */
    @Nullable FieldPath requireSingle(ExpressionTree expression, String what) {
        FieldPath path = require(expression, what);
        if (path != null && path.isList()) {
            context.error(
                    ESQL_TYPE,
                    expression.span(),
                    "found a list of fields, expected " + what,
                    "omit [], or write an index such as [1]");
            return null;
        }
        return path;
    }

    void notATree(Field field, Scalar scalar, String what) {
        ValueType type = scalar.value().type();
        String shown = field.root() + " is " + (type == null ? "a scalar" : "of type " + type);
        context.error(
                ESQL_TYPE,
                field.root().span(),
                field.steps().isEmpty()
                        ? shown + ", expected " + what
                        : shown
                                + """
                                ; a path can start only at a REFERENCE, a ROW or a \
                                correlation name\
                                """);
    }

    /** Returns the steps of a path without a start, as after AS. */
    List<Step> steps(List<PathStep> written) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            steps.add(step(written.get(i), i == written.size() - 1));
        }
        return steps;
    }

    private Step step(PathStep step, boolean last) {
        Expression type = step.type() == null ? null : expressions.fieldType(step.type());
        FieldPath.Name namespace = namespace(step);
        FieldPath.Name name = name(step.name(), FieldPath.Name.ANY);
        if (!isDeclaration(step)) {
            prefixAsName(step.name());
        }
        Index index = step.index() == null ? Index.FIRST : index(step.index(), last);
        return new Step(type, namespace, name, index);
    }

    /**
     * Returns the namespace of a step. A step without name and namespace (only a type, or {@code
     * *}) matches any namespace.
     */
    private FieldPath.Name namespace(PathStep step) {
        if (step.namespace() instanceof Part.None) {
            boolean unnamed = step.name() instanceof Part.None || step.name() instanceof Part.Any;
            return unnamed ? FieldPath.Name.ANY : FieldPath.Name.NONE;
        }
        return namespace(step.namespace());
    }

    FieldPath.Name namespace(Part part) {
        if (!(part instanceof Part.Written written)) {
            return name(part, FieldPath.Name.NONE);
        }
        Symbol symbol = written.name().quoted() ? null : context.find(written.name().text());
        return symbol instanceof ComputedName computed
                ? value(computed)
                : new FieldPath.Name.Fixed(namespaceText(written.name()));
    }

    private static FieldPath.Name value(ComputedName constant) {
        return new FieldPath.Name.Computed(new VariableValue(constant.variable()));
    }

    private String namespaceText(Name name) {
        if (name.quoted()) {
            return name.text();
        }
        switch (context.find(name.text())) {
            case PathName constant -> {
                return constant.text();
            }
            case Fixed fixed when fixed.value().value() instanceof CharacterValue text -> {
                return text.value();
            }
            case Broken broken -> context.markBroken();
            case Declared declared -> {
                String text =
                        name + " is a variable; its name, not its value, is used as the namespace";
                context.warnOnce(
                        name.text(), name.span(), text, "write {" + name + "}: for its value");
            }
            case null, default -> undeclared(name);
        }
        return name.text();
    }

    private void undeclared(Name prefix) {
        // The attribute xmlns of a namespace declaration has no prefix to declare.
        if (!prefix.text().equals("xmlns")) {
            context.warnOnce(
                    prefix.text(),
                    prefix.span(),
                    "the namespace prefix "
                            + prefix
                            + " is not declared; it is used as the namespace itself",
                    "DECLARE " + prefix + " NAMESPACE 'http://...'");
        }
    }

    FieldPath.@Nullable Name name(Part part, FieldPath.@Nullable Name absent) {
        return switch (part) {
            case Part.None none -> absent;
            case Part.Any any -> FieldPath.Name.ANY;
            case Part.Computed computed -> computed(expressions.value(computed.expression()));
            case Part.Written written -> {
                Symbol symbol =
                        written.name().quoted() ? null : context.find(written.name().text());
                yield switch (symbol) {
                    case PathName constant when !constant.namespace() ->
                            new FieldPath.Name.Fixed(constant.text());
                    case ComputedName constant when !constant.namespace() -> value(constant);
                    case null, default -> new FieldPath.Name.Fixed(written.name().text());
                };
            }
        };
    }

    /** Whether a step is a namespace declaration, for example {@code xmlns:p}. */
    private static boolean isDeclaration(PathStep step) {
        return step.namespace() instanceof Part.Written(Name name) && name.text().equals("xmlns");
    }

    /** Warns about a namespace prefix that is used as a field name. */
    private void prefixAsName(Part part) {
        if (part instanceof Part.Written(Name name)
                && !name.quoted()
                && context.find(name.text()) instanceof PathName prefix
                && prefix.namespace()) {
            context.warnOnce(
                    name.text(),
                    name.span(),
                    name + " is declared as a namespace, but it is the name of a field here",
                    "write %s: and the name of a field, or \"%s\" for a field with this name"
                            .formatted(name, name.text()));
        }
    }

    /** Converts an expression to a name. A literal expression results in a literal name. */
    static FieldPath.Name computed(Expression expression) {
        return expression instanceof Literal(CharacterValue(String text))
                ? new FieldPath.Name.Fixed(text)
                : new FieldPath.Name.Computed(expression);
    }

    /** Warns about a literal index below 1, because the access always fails. */
    private void positive(PathStep.Index index) {
        if (index.value() != null
                && ConstantValues.value(index.value()) instanceof IntegerValue(long number)
                && number < 1) {
            context.warning(
                    ESQL_ALWAYS_FAILS,
                    index.span(),
                    "an index must be 1 or more (found " + number + ")",
                    "the first field has the index 1, the last one the index <");
        }
    }

    private Index index(PathStep.Index index, boolean last) {
        Expression position =
                index.value() == null
                        ? new Literal(Value.of(1))
                        : expressions.expect(index.value(), "an index", ValueType.INTEGER);
        positive(index);
        return switch (index.direction()) {
            case LIST -> last ? Index.ALL : Index.FIRST;
            case FROM_FIRST -> new Index.FromFront(position);
            case FROM_LAST -> new Index.FromBack(position);
        };
    }
}
