package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENTS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.analysis.NameResolver.Meaning;
import io.millrace.engine.esql.analysis.NameResolver.Scalar;
import io.millrace.engine.esql.library.tree.Direction;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.SetField;
import io.millrace.engine.esql.program.Statement.SetList;
import io.millrace.engine.esql.program.Statement.SetProperty;
import io.millrace.engine.esql.program.Statement.SetVariable;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call.Argument;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Qualifiers;
import io.millrace.engine.esql.syntax.StatementTree.Repetition;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A checker of SET and of statements that navigate or change trees. */
final class TreeStatementAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    TreeStatementAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    // SET

    @Nullable Statement set(StatementTree.Set tree) {
        Origin origin = context.origin(tree.span());
        if (!(tree.target() instanceof Field field)) {
            context.markBroken();
            return null;
        }
        Meaning meaning = expressions.paths().meaning(field);
        if (meaning instanceof Scalar scalar) {
            return setVariable(tree, field, scalar, origin);
        }
        FieldPath target =
                meaning instanceof NameResolver.Tree t
                        ? expressions.paths().path(t, field)
                        : expressions.paths().require(field, "a variable or field to set");
        if (target == null) {
            expressions.operand(tree.value());
            return null;
        }
        if (tree.clause() != StatementTree.Set.Clause.NONE) {
            return setProperty(tree, target, origin);
        }
        if (target.isList()) {
            return setList(tree, target, origin);
        }
        Operand value = expressions.single(tree.value());
        context.fields.assigned(tree.target(), value);
        if (value instanceof ListOperand.Passthru rows) {
            context.warning(
                    ESQL_TYPE,
                    tree.value().span(),
                    "found a list, but the target is a single field, which gets the first row only",
                    "write [] after the target for all rows, or THE(...) for the first row");
            return new SetField(origin, target, new Operand.The(rows));
        }
        if (value instanceof ListOperand) {
            String text = "found a list, but the target is a single field";
            context.error(
                    ESQL_TYPE,
                    tree.value().span(),
                    text,
                    "write [] after the target, or THE(...) for the first item");
            return null;
        }
        return new SetField(origin, target, value);
    }

    private @Nullable Statement setList(StatementTree.Set tree, FieldPath target, Origin origin) {
        if (isRow(tree.value())) {
            context.error(
                    ESQL_TYPE,
                    tree.value().span(),
                    "found a ROW, but the target is a list of fields",
                    "omit [] after the target, or write LIST{...} around the ROW");
            return null;
        }
        return new SetList(origin, target, expressions.list(tree.value()));
    }

    private boolean isRow(ExpressionTree tree) {
        return tree instanceof ExpressionTree.Row
                || tree instanceof Field field
                        && field.isPlainName()
                        && context.find(field.root().text()) instanceof Symbol.Declared declared
                        && declared.variable().kind() == Variable.Kind.ROW;
    }

    private @Nullable Statement setVariable(
            StatementTree.Set tree, Field field, Scalar scalar, Origin origin) {
        Expression value = expressions.value(tree.value());
        if (!field.isPlainName()) {
            expressions.paths().notATree(field, scalar, "a variable");
            return null;
        }
        if (scalar.constant()) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    field.span(),
                    field.root() + " is a constant and cannot be set");
            return null;
        }
        boolean plain =
                tree.clause() == StatementTree.Set.Clause.NONE
                        || tree.clause() == StatementTree.Set.Clause.VALUE;
        if (!plain) {
            context.error(
                    ESQL_TYPE,
                    field.span(),
                    field.root() + " is a variable; only fields have a " + tree.clause());
            return null;
        }
        return new SetVariable(origin, Objects.requireNonNull(scalar.variable()), value);
    }

    private @Nullable Statement setProperty(
            StatementTree.Set tree, FieldPath target, Origin origin) {
        SetProperty.Property property = SetProperty.Property.valueOf(tree.clause().name());
        Expression value =
                switch (property) {
                    case TYPE ->
                            expressions.expect(tree.value(), "a field type", ValueType.INTEGER);
                    case NAMESPACE, NAME ->
                            expressions.expect(tree.value(), "a name", ValueType.CHARACTER);
                    case VALUE -> expressions.value(tree.value());
                };
        if (target.isList()) {
            context.error(
                    ESQL_TYPE,
                    tree.target().span(),
                    "found a list of fields, expected a single field whose "
                            + tree.clause()
                            + " is set");
            return null;
        }
        return new SetProperty(origin, target, property, value);
    }

    /**
     * Returns the target of a scalar assignment: a variable or field. Reports an error for any
     * other expression and returns null.
     */
    @Nullable Target target(ExpressionTree tree) {
        if (tree instanceof Field field
                && expressions.paths().meaning(field) instanceof Scalar scalar) {
            if (scalar.constant() || !field.isPlainName()) {
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        field.span(),
                        field.root() + " cannot be set, expected a variable or field");
                return null;
            }
            return new Target.ToVariable(Objects.requireNonNull(scalar.variable()));
        }
        FieldPath path = expressions.paths().requireSingle(tree, "a variable or field");
        return path == null ? null : new Target.ToField(path);
    }

    // MOVE, ATTACH, DETACH, DELETE

    @Nullable Statement moveTo(StatementTree.MoveTo tree) {
        Variable reference = reference(tree.reference());
        FieldPath path =
                expressions.paths().requireSingle(tree.target(), "a field reference to move to");
        return reference == null || path == null
                ? null
                : new Statement.MoveTo(context.origin(tree.span()), reference, path);
    }

    private @Nullable Variable reference(ExpressionTree tree) {
        return expressions.calls().constructs().reference(tree, "a REFERENCE variable");
    }

    @Nullable Statement move(StatementTree.Move tree) {
        Variable reference = reference(tree.reference());
        Qualifiers qualifiers = tree.qualifiers();
        boolean repeats = tree.repeat() != Repetition.NONE;
        if (repeats && !tree.direction().isSibling()) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found REPEAT after "
                            + tree.direction()
                            + "; it can be combined only with siblings");
        }
        Expression type = type(qualifiers);
        Name name = name(qualifiers);
        Name namespace = namespace(qualifiers);
        if (reference == null) {
            return null;
        }
        boolean byType = repeats && tree.repeat() != Repetition.NAME;
        boolean byName = repeats && tree.repeat() != Repetition.TYPE;
        return new Statement.Move(
                context.origin(tree.span()),
                reference,
                Direction.valueOf(tree.direction().name()),
                type,
                namespace,
                name,
                byType,
                byName);
    }

    private @Nullable Expression type(Qualifiers qualifiers) {
        ExpressionTree written =
                qualifiers.identity() == null ? qualifiers.type() : qualifiers.identity().type();
        return written == null ? null : expressions.fieldType(written);
    }

    private @Nullable Name name(Qualifiers qualifiers) {
        PathStep identity = qualifiers.identity();
        if (identity != null && identity.index() != null) {
            context.warning(
                    ESQL_NOT_ALLOWED_HERE,
                    identity.index().span(),
                    "found an index in IDENTITY, which names one new field",
                    "it has no effect");
        }
        if (identity != null) {
            return expressions.paths().name(identity.name(), null);
        }
        return qualifiers.name() == null
                ? null
                : PathAnalyzer.computed(
                        expressions.expect(qualifiers.name(), "a name", ValueType.CHARACTER));
    }

    private @Nullable Name namespace(Qualifiers qualifiers) {
        PathStep identity = qualifiers.identity();
        if (identity != null) {
            boolean none = identity.namespace() instanceof PathStep.Part.None;
            return none ? null : expressions.paths().namespace(identity.namespace());
        }
        return qualifiers.namespace() == null
                ? null
                : PathAnalyzer.computed(
                        expressions.expect(
                                qualifiers.namespace(), "a namespace", ValueType.CHARACTER));
    }

    @Nullable Statement attach(StatementTree.Attach tree) {
        Variable reference = reference(tree.reference());
        FieldPath path = expressions.paths().requireSingle(tree.target(), "a field reference");
        Direction position = position(tree.direction(), tree.span());
        return reference == null || path == null || position == null
                ? null
                : new Statement.Attach(context.origin(tree.span()), reference, path, position);
    }

    @Nullable Statement detach(StatementTree.Detach tree) {
        Variable reference = reference(tree.reference());
        return reference == null
                ? null
                : new Statement.Detach(context.origin(tree.span()), reference);
    }

    @Nullable Statement delete(StatementTree.Delete tree) {
        FieldPath path = expressions.paths().require(tree.target(), "a field to delete");
        boolean field = tree.direction() == null;
        Direction position = position(tree.direction(), tree.span());
        return path == null || !field && position == null
                ? null
                : new Statement.Delete(context.origin(tree.span()), position, path);
    }

    private @Nullable Direction position(StatementTree.@Nullable Direction direction, Span span) {
        if (direction == StatementTree.Direction.PARENT) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    span,
                    "found PARENT, expected PREVIOUSSIBLING, NEXTSIBLING, FIRSTCHILD or LASTCHILD");
            return null;
        }
        return direction == null ? null : Direction.valueOf(direction.name());
    }

    // CREATE

    @Nullable Statement create(StatementTree.Create tree) {
        int faults = context.faults();
        FieldPath path = expressions.paths().requireSingle(tree.target(), "a field to create");
        boolean field = tree.direction() == null;
        Direction position = position(tree.direction(), tree.span());
        Variable as =
                tree.as() == null
                        ? null
                        : reference(new Field(tree.as().span(), tree.as(), null, List.of()));
        boolean repeat = tree.repeat() != Repetition.NONE;
        checkClauses(tree, field, repeat);
        Expression domain = expressions.optional(tree.domain());
        Qualifiers qualifiers = tree.qualifiers();
        Expression type = type(qualifiers);
        Name name = definite(name(qualifiers), tree.span(), "name");
        Name namespace = definite(namespace(qualifiers), tree.span(), "namespace");
        Operand content = content(tree);
        Statement.Create.Parse parse = tree.parse().isEmpty() ? null : parse(tree);
        if (path == null || context.faults() > faults) {
            return null;
        }
        return new Statement.Create(
                context.origin(tree.span()),
                position,
                path,
                as,
                domain,
                repeat,
                type,
                namespace,
                name,
                content,
                parse);
    }

    private void checkClauses(StatementTree.Create tree, boolean field, boolean repeat) {
        if (field && (tree.domain() != null || !tree.parse().isEmpty())) {
            String text =
                    """
                    found DOMAIN or PARSE in CREATE FIELD; they are not allowed because the field \
                    can already exist\
                    """;
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    text,
                    "write CREATE FIRSTCHILD, LASTCHILD, NEXTSIBLING or PREVIOUSSIBLING OF");
        }
        if (repeat && (tree.direction() == null || !tree.direction().isSibling())) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found REPEAT, which can be combined only with PREVIOUSSIBLING and "
                            + "NEXTSIBLING");
        }
        int contents =
                (tree.value() == null ? 0 : 1)
                        + (tree.from() == null ? 0 : 1)
                        + (tree.parse().isEmpty() ? 0 : 1);
        if (contents > 1) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found more than one of VALUE, FROM and PARSE in one CREATE");
        }
    }

    private @Nullable Name definite(@Nullable Name name, Span span, String what) {
        if (name instanceof Name.Any) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    span,
                    "found * as the " + what + " of a new field, expected a specific value");
        }
        return name;
    }

    private @Nullable Operand content(StatementTree.Create tree) {
        if (tree.value() != null) {
            return expressions.value(tree.value());
        }
        if (tree.from() == null) {
            return null;
        }
        FieldPath from = expressions.paths().requireSingle(tree.from(), "a field to copy");
        return from == null ? null : new Operand.Field(from);
    }

    private Statement.Create.@Nullable Parse parse(StatementTree.Create tree) {
        Map<String, Expression> clauses = new HashMap<>();
        for (Argument argument : tree.parse()) {
            if (clauses.put(argument.keyword(), expressions.value(argument.value())) != null) {
                context.error(
                        ESQL_ARGUMENTS,
                        argument.value().span(),
                        "found a second " + argument.keyword() + " in PARSE");
            }
        }
        if (!clauses.containsKey("BITSTREAM") || clauses.containsKey("")) {
            context.error(
                    ESQL_ARGUMENTS,
                    tree.span(),
                    """
                    PARSE requires a bit stream, which can be followed by ENCODING, CCSID, SET, \
                    TYPE, FORMAT and OPTIONS\
                    """);
            return null;
        }
        return new Statement.Create.Parse(
                clauses.get("BITSTREAM"),
                clauses.get("OPTIONS"),
                clauses.get("ENCODING"),
                clauses.get("CCSID"),
                clauses.get("SET"),
                clauses.get("TYPE"),
                clauses.get("FORMAT"));
    }
}
