package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.UnaryOperator;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

/** The evaluation of constants whose value is known at their declaration. */
final class ConstantValues {

    private ConstantValues() {}

    /** Returns the symbol for the names of a declaration if its value is known; otherwise null. */
    static Symbol symbol(Declare declaration) {
        DataType type = declaration.type();
        Value value = value(declaration.initial());
        boolean pathName =
                type.kind() == DataType.Kind.NAME || type.kind() == DataType.Kind.NAMESPACE;
        if (pathName && value instanceof Value.CharacterValue text) {
            return new Symbol.PathName(text.value(), type.kind() == DataType.Kind.NAMESPACE);
        }
        boolean constant = declaration.constant() || declaration.external();
        boolean exact =
                type.kind() == DataType.Kind.SCALAR
                        && value != null
                        && value.type() == type.scalar()
                        && type.precision() < 0
                        && type.qualifier().isEmpty();
        return constant && !declaration.shared() && exact
                ? new Symbol.Fixed(new Expression.Literal(value))
                : null;
    }

    /** Returns the value of a literal with an optional sign; null for any other expression. */
    static Value value(ExpressionTree expression) {
        return switch (expression) {
            case null -> null;
            case ExpressionTree.Constant constant -> constant.value();
            case ExpressionTree.Unary unary when unary.operator() == UnaryOperator.MINUS ->
                    negative(value(unary.operand()));
            default -> null;
        };
    }

    /** Returns the negated value; null if it is not a number. */
    static Value negative(Value value) {
        return switch (value) {
            case Value.IntegerValue i when i.value() != Long.MIN_VALUE -> Value.of(-i.value());
            case Value.DecimalValue d -> new Value.DecimalValue(d.value().negate());
            case Value.FloatValue f -> new Value.FloatValue(-f.value());
            case null, default -> null;
        };
    }

    static ExpressionTree text(Span span, String text) {
        return new ExpressionTree.Constant(span, Value.of(text), ValueType.CHARACTER);
    }
}
