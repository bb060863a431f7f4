package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_ALWAYS_UNKNOWN;
import static io.millrace.engine.error.ErrorCode.ESQL_PATTERN;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.And;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.Expression.IntervalBetween;
import io.millrace.engine.esql.program.Expression.Is.Property;
import io.millrace.engine.esql.program.Expression.ListComparison;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Negation;
import io.millrace.engine.esql.program.Expression.Not;
import io.millrace.engine.esql.program.Expression.Or;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.Items;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Row;
import io.millrace.engine.esql.syntax.BinaryOperator;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Qualified;
import io.millrace.engine.esql.syntax.ExpressionTree.Unary;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.util.List;

/** A checker of operators and predicates. */
final class OperatorAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    OperatorAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Expression unary(Unary tree) {
        return switch (tree.operator()) {
            case NOT -> new Not(expressions.truth(tree.operand()));
            case PLUS -> numeric(tree.operand(), "+");
            case MINUS -> {
                Value negative = ConstantValues.negative(ConstantValues.value(tree.operand()));
                yield negative != null
                        ? new Literal(negative)
                        : new Negation(numeric(tree.operand(), "-"));
            }
        };
    }

    private Expression numeric(ExpressionTree tree, String sign) {
        Expression value = expressions.value(tree);
        warnIfText(value, tree.span(), sign);
        return value;
    }

    /**
     * Warns about a CHARACTER operand, because arithmetic does not cast strings implicitly (WMQI
     * ESQL reference, "Implicit casts for arithmetic operations").
     */
    private void warnIfText(Expression value, Span span, String sign) {
        ValueType type = value.type();
        if (type != null && (type.isString() || type == ValueType.BOOLEAN)) {
            String text =
                    "found a value of type "
                            + type
                            + " as an operand of "
                            + sign
                            + ", expected a number";
            context.warning(
                    ESQL_TYPE,
                    span,
                    text,
                    type == ValueType.CHARACTER && sign.equals("+")
                            ? """
                            use || to join strings, or CAST(... AS INTEGER) to convert \
                            them to numbers\
                            """
                            : "CAST it to a number");
        }
    }

    Expression binary(Binary tree) {
        return switch (tree.operator()) {
            case OR -> new Or(expressions.truth(tree.left()), expressions.truth(tree.right()));
            case AND -> new And(expressions.truth(tree.left()), expressions.truth(tree.right()));
            case ADD, SUBTRACT, MULTIPLY, DIVIDE -> arithmetic(tree);
            case CONCATENATE -> concatenation(tree);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                    comparison(tree);
        };
    }

    private Expression arithmetic(Binary tree) {
        String sign = tree.operator().toString();
        Expression left = numeric(tree.left(), sign);
        Expression right = numeric(tree.right(), sign);
        if (tree.operator() == BinaryOperator.SUBTRACT && isDatetime(left) && isDatetime(right)) {
            context.warning(
                    ESQL_TYPE,
                    tree.span(),
                    "found a difference of two datetimes without an interval qualifier",
                    "write it in parentheses with a qualifier such as DAY or HOUR TO SECOND: "
                            + "(a - b) DAY");
        }
        warnIfNumber(tree, tree.left(), left, right);
        warnIfNumber(tree, tree.right(), right, left);
        return new Arithmetic(Arithmetic.Operator.valueOf(tree.operator().name()), left, right);
    }

    /** Warns about a number that is combined with a date or time. */
    private void warnIfNumber(
            Binary tree, ExpressionTree operand, Expression value, Expression other) {
        ValueType type = value.type();
        if (type == null || !type.isNumeric() || !isDatetime(other)) {
            return;
        }
        String number = value instanceof Literal ? context.text(operand.span()) : "1";
        boolean sum =
                tree.operator() == BinaryOperator.ADD || tree.operator() == BinaryOperator.SUBTRACT;
        context.warning(
                ESQL_TYPE,
                operand.span(),
                "found "
                        + type
                        + " as an operand of "
                        + tree.operator()
                        + " with a date or time"
                        + (sum ? ", expected an INTERVAL" : ", which has no such operation"),
                sum ? "write an interval, such as INTERVAL '" + number + "' DAY" : "");
    }

    private static boolean isDatetime(Expression value) {
        ValueType type = value.type();
        return type != null && type.isDatetime()
                || value instanceof BuiltIn function && function.name().startsWith("CURRENT_");
    }

    private Expression concatenation(Binary tree) {
        Expression left = expressions.value(tree.left());
        Expression right = expressions.value(tree.right());
        warnIfNoText(left, tree.left().span());
        warnIfNoText(right, tree.right().span());
        return new Arithmetic(Arithmetic.Operator.CONCATENATE, left, right);
    }

    private void warnIfNoText(Expression value, Span span) {
        ValueType type = value.type();
        if (type != null && !type.isString()) {
            context.warning(
                    ESQL_TYPE,
                    span,
                    "found a value of type "
                            + type
                            + " as an operand of ||, expected CHARACTER, BLOB or BIT",
                    "use CAST(... AS CHARACTER)");
        }
    }

    private Expression comparison(Binary tree) {
        Operand left = expressions.operand(tree.left());
        Operand right = expressions.operand(tree.right());
        boolean lists = isList(left) || isList(right);
        boolean equality =
                tree.operator() == BinaryOperator.EQUAL
                        || tree.operator() == BinaryOperator.NOT_EQUAL;
        if (lists && equality) {
            return new ListComparison(
                    asList(left), asList(right), tree.operator() == BinaryOperator.NOT_EQUAL);
        }
        Comparison.Operator operator = Comparison.Operator.valueOf(tree.operator().name());
        Expression leftValue = expressions.scalar(left, tree.left().span());
        Expression rightValue = expressions.scalar(right, tree.right().span());
        warnIfNull(tree.left(), leftValue);
        warnIfNull(tree.right(), rightValue);
        return new Comparison(operator, leftValue, rightValue);
    }

    private void warnIfNull(ExpressionTree tree, Expression value) {
        boolean isNull =
                tree instanceof Constant && value instanceof Literal l && l.value() == null;
        if (isNull) {
            context.warning(
                    ESQL_ALWAYS_UNKNOWN,
                    tree.span(),
                    "a comparison with " + context.text(tree.span()) + " is always UNKNOWN",
                    "write IS NULL or IS NOT NULL");
        }
    }

    private static boolean isList(Operand operand) {
        return operand instanceof ListOperand || operand instanceof Row;
    }

    private static ListOperand asList(Operand operand) {
        return operand instanceof ListOperand list ? list : new Items(List.of(operand));
    }

    Expression between(ExpressionTree.Between tree) {
        return new Expression.Between(
                expressions.value(tree.operand()),
                expressions.value(tree.low()),
                expressions.value(tree.high()),
                tree.symmetric(),
                tree.negated());
    }

    Expression in(ExpressionTree.In tree) {
        Expression operand = expressions.value(tree.operand());
        for (ExpressionTree candidate : tree.candidates()) {
            if (candidate instanceof ExpressionTree.Select select && isRows(select)) {
                context.error(
                        ESQL_TYPE,
                        candidate.span(),
                        "found a SELECT of rows after IN, expected values",
                        "write SELECT ITEM instead of SELECT");
            }
        }
        return new Expression.In(operand, expressions.operands(tree.candidates()), tree.negated());
    }

    /** Whether a SELECT yields rows rather than values. */
    private static boolean isRows(ExpressionTree.Select select) {
        return !select.itemOnly()
                && !(select.items().size() == 1
                        && select.items().getFirst().value() instanceof ExpressionTree.Call);
    }

    Expression like(ExpressionTree.Like tree) {
        Expression pattern = expressions.value(tree.pattern());
        if (pattern instanceof Literal(Value.CharacterValue(String text))
                && (text.startsWith("*") || text.endsWith("*"))
                && !text.contains("%")
                && !text.contains("_")) {
            context.warning(
                    ESQL_PATTERN,
                    tree.pattern().span(),
                    "the pattern '" + text + "' has no wildcard: * matches only the character *",
                    "write %% for any characters and _ for one character: '%s'"
                            .formatted(text.replace('*', '%')));
        }
        return new Expression.Like(
                expressions.value(tree.operand()),
                pattern,
                expressions.optional(tree.escape()),
                tree.negated());
    }

    Expression is(ExpressionTree.Is tree) {
        Property property =
                switch (tree.test()) {
                    case NULL -> Property.NULL;
                    case TRUE -> Property.TRUE;
                    case FALSE -> Property.FALSE;
                    case UNKNOWN -> Property.UNKNOWN;
                    case NUMBER -> Property.NUMBER;
                    case NAN -> Property.NAN;
                    case INFINITY -> Property.INFINITE;
                    case PLUS_INFINITY -> Property.PLUS_INFINITE;
                    case MINUS_INFINITY -> Property.MINUS_INFINITE;
                };
        return new Expression.Is(expressions.value(tree.operand()), property, tree.negated());
    }

    Expression qualified(Qualified tree) {
        boolean difference =
                tree.operand() instanceof Binary binary
                        && binary.operator() == BinaryOperator.SUBTRACT;
        if (!difference) {
            context.error(
                    ESQL_TYPE,
                    tree.span(),
                    "found " + tree.qualifier() + " after an expression that is not a difference",
                    "the syntax is (a - b) " + tree.qualifier());
            return Literal.NULL;
        }
        Binary binary = (Binary) tree.operand();
        return new IntervalBetween(
                expressions.value(binary.left()),
                expressions.value(binary.right()),
                tree.qualifier());
    }
}
