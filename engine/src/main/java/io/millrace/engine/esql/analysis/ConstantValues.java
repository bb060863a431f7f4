package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.analysis.Symbol.Fixed;
import io.millrace.engine.esql.analysis.Symbol.PathName;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Unary;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.UnaryOperator;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

/** An evaluator of compile-time constants. */
final class ConstantValues {

    private ConstantValues() {}

    /**
     * Returns the symbol for the names of a constant declaration; null if the value is known only
     * at run time.
     */
    static @Nullable Symbol symbol(Declare declaration) {
        DataType type = declaration.type();
        Value value = value(declaration.initial());
        boolean pathName = type.kind() == Kind.NAME || type.kind() == Kind.NAMESPACE;
        if (pathName && value instanceof CharacterValue text) {
            return new PathName(text.value(), type.kind() == Kind.NAMESPACE);
        }
        boolean constant = declaration.constant() || declaration.external();
        boolean exact =
                type.kind() == Kind.SCALAR
                        && value != null
                        && value.type() == type.scalar()
                        && type.precision() < 0
                        && type.qualifier().isEmpty();
        return constant && !declaration.shared() && exact ? new Fixed(new Literal(value)) : null;
    }

    /** Returns the value of a literal with an optional sign; null for other expressions. */
    static @Nullable Value value(@Nullable ExpressionTree expression) {
        return switch (expression) {
            case null -> null;
            case Constant constant -> constant.value();
            case Unary unary when unary.operator() == UnaryOperator.MINUS ->
                    negative(value(unary.operand()));
            default -> null;
        };
    }

    /** Returns the negated value; null if it is not a number. */
    static @Nullable Value negative(@Nullable Value value) {
        return switch (value) {
            case IntegerValue i when i.value() != Long.MIN_VALUE -> Value.of(-i.value());
            case DecimalValue d -> new DecimalValue(d.value().negate());
            case FloatValue f -> new FloatValue(-f.value());
            case null, default -> null;
        };
    }

    static ExpressionTree text(Span span, String text) {
        return new Constant(span, Value.of(text), ValueType.CHARACTER);
    }
}
