package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENTS;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.analysis.NameResolver.Database;
import io.millrace.engine.esql.analysis.NameResolver.Nothing;
import io.millrace.engine.esql.analysis.NameResolver.Scalar;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.BrokerProperty;
import io.millrace.engine.esql.program.Expression.DatabaseState;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.TreeValue;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.Fields;
import io.millrace.engine.esql.program.ListOperand.Items;
import io.millrace.engine.esql.program.ListOperand.Namesakes;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.The;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Between;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ExpressionTree.In;
import io.millrace.engine.esql.syntax.ExpressionTree.Is;
import io.millrace.engine.esql.syntax.ExpressionTree.Like;
import io.millrace.engine.esql.syntax.ExpressionTree.ListOf;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.ExpressionTree.Qualified;
import io.millrace.engine.esql.syntax.ExpressionTree.Quantified;
import io.millrace.engine.esql.syntax.ExpressionTree.Row;
import io.millrace.engine.esql.syntax.ExpressionTree.Star;
import io.millrace.engine.esql.syntax.ExpressionTree.Unary;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A checker that translates expressions from syntax trees to the program. An invalid expression
 * becomes NULL and is reported.
 */
final class ExpressionAnalyzer {

    private final AnalysisContext context;
    private final PathAnalyzer paths;
    private final CallAnalyzer calls;
    private final SelectAnalyzer selects;
    private final OperatorAnalyzer operators;

    ExpressionAnalyzer(AnalysisContext context) {
        this.context = context;
        this.paths = new PathAnalyzer(context, this);
        this.calls = new CallAnalyzer(context, this);
        this.selects = new SelectAnalyzer(context, this);
        this.operators = new OperatorAnalyzer(context, this);
    }

    PathAnalyzer paths() {
        return paths;
    }

    CallAnalyzer calls() {
        return calls;
    }

    SelectAnalyzer selects() {
        return selects;
    }

    /** Returns an operand of any kind: a scalar, a tree or a list. */
    Operand operand(ExpressionTree tree) {
        return switch (tree) {
            case Constant constant -> new Literal(constant.value());
            case Field field -> field(field);
            case Unary unary -> operators.unary(unary);
            case Binary binary -> operators.binary(binary);
            case Between between -> operators.between(between);
            case In in -> operators.in(in);
            case Like like -> operators.like(like);
            case Is is -> operators.is(is);
            case Qualified qualified -> operators.qualified(qualified);
            case ExpressionTree.Case c -> caseExpression(c);
            case ExpressionTree.Cast cast -> cast(cast);
            case Call call -> calls.call(call);
            case ExpressionTree.Select select -> selects.select(select);
            case Row row -> selects.row(row);
            case ListOf list -> new Items(operands(list.items()));
            case Quantified quantified -> selects.quantified(quantified);
            case Star star -> {
                context.error(
                        ESQL_NOT_ALLOWED_HERE, star.span(), "found *, expected an expression");
                yield Literal.NULL;
            }
            case Missing missing -> {
                context.markBroken();
                yield Literal.NULL;
            }
        };
    }

    List<Operand> operands(List<ExpressionTree> trees) {
        List<Operand> operands = new ArrayList<>();
        trees.forEach(tree -> operands.add(operand(tree)));
        return operands;
    }

    private Operand field(Field field) {
        return switch (paths.meaning(field)) {
            case Scalar scalar -> {
                if (!isWholly(field, scalar)) {
                    paths.notATree(field, scalar, "a value");
                }
                yield scalar.value();
            }
            case NameResolver.Tree tree -> {
                Variable namesakes = paths.listOfNamesakes(tree, field);
                if (namesakes != null) {
                    yield new Namesakes(namesakes);
                }
                FieldPath path = paths.path(tree, field);
                yield path.isList() ? new Fields(path) : new Operand.Field(path);
            }
            case Database database -> {
                String text = "found a database table, expected a value";
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        field.span(),
                        text,
                        "use SELECT ... FROM Database.TABLE AS T to read a table");
                yield Literal.NULL;
            }
            case Nothing nothing -> {
                context.markBroken();
                // Indexes and computed names can contain further errors.
                paths.steps(field.steps().stream().map(ExpressionAnalyzer::withoutList).toList());
                yield Literal.NULL;
            }
        };
    }

    private static PathStep withoutList(PathStep step) {
        boolean list =
                step.index() != null && step.index().direction() == PathStep.Index.Direction.LIST;
        return list
                ? new PathStep(step.span(), step.type(), step.namespace(), step.name(), null)
                : step;
    }

    /**
     * Whether a reference to a scalar has no further steps. Domain constants such as {@code
     * XMLNSC.Attribute} have one step.
     */
    private static boolean isWholly(Field field, Scalar scalar) {
        return field.isPlainName()
                || scalar.variable() == null
                        && !(scalar.value() instanceof VariableValue)
                        && field.steps().size() == 1
                        && field.rootIndex() == null
                        && isBuiltInPair(field, scalar);
    }

    private static boolean isBuiltInPair(Field field, Scalar scalar) {
        boolean state =
                scalar.value() instanceof DatabaseState || scalar.value() instanceof BrokerProperty;
        boolean number = scalar.value() instanceof Literal l && l.value() instanceof IntegerValue;
        return state || number || field.root().folded().equals("SQL");
    }

    /** Returns a scalar operand, or the value of a tree operand. */
    Expression value(ExpressionTree tree) {
        return scalar(single(tree), tree.span());
    }

    /**
     * Returns an operand that is expected to be a single item. A SELECT is a list if the FROM
     * clause contains lists. If FROM contains only fields without {@code []}, the SELECT is one
     * item (IBM documentation, "Returning a scalar value from a message").
     */
    Operand single(ExpressionTree tree) {
        Operand operand = operand(tree);
        boolean one =
                operand instanceof ListOperand.Select
                        && tree instanceof ExpressionTree.Select select
                        && select.from().stream().noneMatch(f -> isRows(f.field()));
        return one ? new The((ListOperand) operand) : operand;
    }

    private boolean isRows(Field field) {
        PathStep.Index index =
                field.steps().isEmpty() ? field.rootIndex() : field.steps().getLast().index();
        return selects.isDatabase(field)
                || index != null && index.direction() == PathStep.Index.Direction.LIST;
    }

    Expression scalar(Operand operand, Span span) {
        return switch (operand) {
            case Expression expression -> expression;
            case Tree tree -> new TreeValue(tree);
            case ListOperand list -> {
                boolean select = list instanceof ListOperand.Select;
                context.error(
                        ESQL_TYPE,
                        span,
                        "found a list, expected a single value",
                        select
                                ? """
                                use THE(SELECT ...) for the first item, or an aggregate \
                                such as SELECT COUNT(*) for a value\
                                """
                                : "write an index such as [1], or THE(...) for the first item");
                yield Literal.NULL;
            }
        };
    }

    List<Expression> values(List<ExpressionTree> trees) {
        List<Expression> values = new ArrayList<>();
        trees.forEach(tree -> values.add(value(tree)));
        return values;
    }

    /** Returns a scalar operand; null if the expression is omitted. */
    @Nullable Expression optional(@Nullable ExpressionTree tree) {
        return tree == null ? null : value(tree);
    }

    /**
     * Returns a scalar of one of the types. Warns if the type of the expression is known to be
     * different, because the operation then always fails.
     */
    Expression expect(ExpressionTree tree, String what, ValueType... types) {
        Expression value = value(tree);
        ValueType type = value.type();
        if (type != null && !List.of(types).contains(type)) {
            context.warning(
                    ESQL_TYPE,
                    tree.span(),
                    "found a value of type " + type + ", expected " + what + " of type " + types[0],
                    "this fails when it is executed");
        }
        return value;
    }

    /** Returns an expression as a condition. */
    Expression truth(ExpressionTree tree) {
        return expect(tree, "a condition", ValueType.BOOLEAN);
    }

    /**
     * Returns a list. A path without brackets means all fields that match it, as in {@code
     * CARDINALITY(a.b)}.
     */
    ListOperand list(ExpressionTree tree) {
        int faults = context.faults();
        return list(operand(tree), tree.span(), faults);
    }

    /**
     * Returns an operand as a list.
     *
     * @param faults number of errors before the operand was checked
     */
    ListOperand list(Operand operand, Span span, int faults) {
        return switch (operand) {
            case ListOperand list -> list;
            case Operand.Field field -> list(field);
            case Tree other -> new Items(List.of(other));
            case Expression expression -> {
                if (context.faults() == faults) {
                    context.error(ESQL_TYPE, span, "found a single value, expected a list");
                }
                yield new Items(List.of());
            }
        };
    }

    private static ListOperand list(Operand.Field field) {
        List<Step> steps = new ArrayList<>(field.path().steps());
        if (steps.isEmpty() || steps.getLast().index() != FieldPath.Index.FIRST) {
            return new Items(List.of(field));
        }
        Step last = steps.removeLast();
        steps.add(new Step(last.type(), last.namespace(), last.name(), FieldPath.Index.ALL));
        return new Fields(new FieldPath(field.path().start(), steps));
    }

    /** Returns the field type in the parentheses of a step, or after TYPE. */
    Expression fieldType(ExpressionTree tree) {
        boolean bare =
                tree instanceof Field field
                        && field.isPlainName()
                        && context.find(field.root().text()) == null;
        Integer generic = bare ? TypeConstants.generic(((Field) tree).root().text()) : null;
        if (generic != null) {
            return new Literal(Value.of(generic));
        }
        boolean quotedPair =
                tree instanceof Field field
                        && field.isPlainName()
                        && field.root().quoted()
                        && field.root().text().matches("\\w+\\.\\w+");
        return expect(
                quotedPair ? unquoted((Field) tree) : tree, "a field type", ValueType.INTEGER);
    }

    /**
     * Returns the field for a quoted name such as {@code "XML.Attribute"}, as used in old programs.
     */
    private static Field unquoted(Field field) {
        Span span = field.span();
        String[] parts = field.root().text().split("\\.");
        Name name = new Name(span, parts[1], false);
        PathStep step =
                new PathStep(
                        span,
                        null,
                        new PathStep.Part.None(),
                        new PathStep.Part.Written(name),
                        null);
        return new Field(span, new Name(span, parts[0], false), null, List.of(step));
    }

    private Expression caseExpression(ExpressionTree.Case tree) {
        Expression operand = optional(tree.operand());
        List<Expression.Case.When> whens = new ArrayList<>();
        for (ExpressionTree.Case.When when : tree.branches()) {
            Expression test = operand == null ? truth(when.when()) : value(when.when());
            whens.add(new Expression.Case.When(test, value(when.then())));
        }
        Expression otherwise = tree.otherwise() == null ? Literal.NULL : value(tree.otherwise());
        return new Expression.Case(operand, whens, otherwise);
    }

    private Expression cast(ExpressionTree.Cast tree) {
        List<Expression> operands = values(tree.operands());
        if (tree.type().kind() != Kind.SCALAR) {
            context.error(
                    ESQL_TYPE,
                    tree.type().span(),
                    "found " + tree.type().kind() + ", expected a scalar type to cast to");
            return Literal.NULL;
        }
        ScalarType target = TypeMapping.requireScalar(tree.type());
        if (operands.size() > 1 && !takes(target.type(), operands.size())) {
            String text = operands.size() + " values cannot be cast to " + target.type();
            context.error(
                    ESQL_ARGUMENTS,
                    tree.span(),
                    text,
                    "use 3 values for DATE and TIME, 2 or 6 for TIMESTAMP");
        }
        return new Expression.Cast(
                operands,
                target,
                optional(tree.ccsid()),
                optional(tree.encoding()),
                optional(tree.format()),
                optional(tree.otherwise()));
    }

    private static boolean takes(ValueType type, int operands) {
        return switch (type) {
            case DATE, TIME, GMTTIME -> operands == 3;
            case TIMESTAMP, GMTTIMESTAMP -> operands == 2 || operands == 6;
            case INTERVAL -> operands <= 4;
            default -> false;
        };
    }
}
