package io.millrace.engine.esql.program;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** An expression that yields a scalar value or NULL. */
public sealed interface Expression extends Operand {

    /**
     * Returns the type of every non-NULL value of this expression; null if the type is known only
     * at run time.
     */
    default @Nullable ValueType type() {
        return null;
    }

    /**
     * A constant.
     *
     * @param value value of the constant; null for NULL and UNKNOWN
     */
    record Literal(@Nullable Value value) implements Expression {
        public static final Literal NULL = new Literal(null);

        @Override
        public @Nullable ValueType type() {
            return value == null ? null : value.type();
        }
    }

    /** The value of a scalar variable. */
    record VariableValue(Variable variable) implements Expression {
        public VariableValue {
            Preconditions.unless(
                    variable.kind() == Variable.Kind.SCALAR, "only scalars are values");
        }

        @Override
        public @Nullable ValueType type() {
            return variable.scalarType().type();
        }
    }

    /** The value of a tree: NULL if the field is missing or has no value. */
    record TreeValue(Tree tree) implements Expression {
        public TreeValue {
            Objects.requireNonNull(tree);
        }

        public static TreeValue of(FieldPath path) {
            return new TreeValue(new Field(path));
        }
    }

    /** An arithmetic operation or concatenation: {@code + - * / ||}. */
    record Arithmetic(Operator operator, Expression left, Expression right) implements Expression {
        /** An operator with two operands that returns NULL if one of them is NULL. */
        public enum Operator {
            ADD("+"),
            SUBTRACT("-"),
            MULTIPLY("*"),
            DIVIDE("/"),
            CONCATENATE("||");

            private final String sign;

            Operator(String sign) {
                this.sign = sign;
            }

            public String sign() {
                return sign;
            }
        }

        public Arithmetic {
            Objects.requireNonNull(operator);
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** A negation: {@code -x}. */
    record Negation(Expression operand) implements Expression {
        public Negation {
            Objects.requireNonNull(operand);
        }
    }

    /** An interval between two values: {@code (a - b) HOUR TO MINUTE}. */
    record IntervalBetween(Expression later, Expression earlier, String qualifier)
            implements Expression {
        public IntervalBetween {
            Objects.requireNonNull(later);
            Objects.requireNonNull(earlier);
            Objects.requireNonNull(qualifier);
        }

        @Override
        public ValueType type() {
            return ValueType.INTERVAL;
        }
    }

    /** An expression that yields TRUE, FALSE or UNKNOWN (NULL). */
    sealed interface Truth extends Expression {
        @Override
        default ValueType type() {
            return ValueType.BOOLEAN;
        }
    }

    /** A comparison of scalars: {@code = <> < <= > >=}. */
    record Comparison(Operator operator, Expression left, Expression right) implements Truth {
        /** Comparison operator. */
        public enum Operator {
            EQUAL("="),
            NOT_EQUAL("<>"),
            LESS("<"),
            LESS_OR_EQUAL("<="),
            GREATER(">"),
            GREATER_OR_EQUAL(">=");

            private final String sign;

            Operator(String sign) {
                this.sign = sign;
            }

            public String sign() {
                return sign;
            }
        }

        public Comparison {
            Objects.requireNonNull(operator);
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /**
     * A comparison of lists or rows with {@code =} or {@code <>}. They are equal if they have the
     * same number of items and each item equals its counterpart.
     */
    record ListComparison(ListOperand left, ListOperand right, boolean negated) implements Truth {
        public ListComparison {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** A conjunction. It short-circuits: the right side is not evaluated if the left is FALSE. */
    record And(Expression left, Expression right) implements Truth {
        public And {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** A disjunction. It short-circuits: the right side is not evaluated if the left is TRUE. */
    record Or(Expression left, Expression right) implements Truth {
        public Or {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    record Not(Expression operand) implements Truth {
        public Not {
            Objects.requireNonNull(operand);
        }
    }

    /** A {@code BETWEEN} predicate. Symmetric means that the bounds can be in either order. */
    record Between(
            Expression operand, Expression low, Expression high, boolean symmetric, boolean negated)
            implements Truth {
        public Between {
            Objects.requireNonNull(operand);
            Objects.requireNonNull(low);
            Objects.requireNonNull(high);
        }
    }

    /**
     * An {@code IN (a, b)} predicate. Each alternative is an expression, or a list whose items are
     * all alternatives.
     */
    record In(Expression operand, List<Operand> alternatives, boolean negated) implements Truth {
        public In {
            Objects.requireNonNull(operand);
            alternatives = List.copyOf(alternatives);
        }

        /** Whether it makes no visible difference which of the alternatives are evaluated. */
        public boolean isPlain() {
            return alternatives.stream()
                    .allMatch(a -> a instanceof Literal || a instanceof VariableValue);
        }
    }

    /**
     * A {@code LIKE} predicate.
     *
     * @param operand value that is tested
     * @param pattern pattern that the value is compared with
     * @param escape escape character; null if not specified
     * @param negated whether NOT is specified
     */
    record Like(
            Expression operand, Expression pattern, @Nullable Expression escape, boolean negated)
            implements Truth {
        public Like {
            Objects.requireNonNull(operand);
            Objects.requireNonNull(pattern);
        }
    }

    /** An {@code IS [NOT] ...} predicate. It is never UNKNOWN. */
    record Is(Expression operand, Property property, boolean negated) implements Truth {
        /** Property of a value that {@code IS} tests. */
        public enum Property {
            NULL,
            TRUE,
            FALSE,
            UNKNOWN,
            NUMBER,
            NAN,
            INFINITE,
            PLUS_INFINITE,
            MINUS_INFINITE
        }

        public Is {
            Objects.requireNonNull(operand);
            Objects.requireNonNull(property);
        }
    }

    /** A quantified predicate: {@code FOR ALL|ANY list AS x (condition)}. */
    record Quantified(boolean all, ListOperand.TreeRange range, Expression condition)
            implements Truth {
        public Quantified {
            Objects.requireNonNull(range);
            Objects.requireNonNull(condition);
        }
    }

    /** A {@code CAST}. Omitted clauses are null. */
    record Cast(
            List<Expression> operands,
            ScalarType target,
            @Nullable Expression ccsid,
            @Nullable Expression encoding,
            @Nullable Expression format,
            @Nullable Expression otherwise)
            implements Expression {
        public Cast {
            operands = List.copyOf(operands);
            Preconditions.unless(!operands.isEmpty(), "a CAST has an operand");
            Objects.requireNonNull(target);
        }

        /** Returns the target type; null if DEFAULT yields a value of another type. */
        @Override
        public @Nullable ValueType type() {
            boolean other =
                    otherwise != null
                            && !otherwise.equals(Literal.NULL)
                            && otherwise.type() != target.type();
            return other ? null : target.type();
        }
    }

    /**
     * A {@code CASE} expression.
     *
     * @param operand value that is compared with each WHEN; null for a searched CASE
     * @param whens WHEN clauses in their order
     * @param otherwise value of ELSE; NULL if ELSE is omitted
     */
    record Case(@Nullable Expression operand, List<When> whens, Expression otherwise)
            implements Expression {
        /**
         * @param test condition, or the value that the operand is compared with
         * @param result value of the CASE if the test holds
         */
        public record When(Expression test, Expression result) {
            public When {
                Objects.requireNonNull(test);
                Objects.requireNonNull(result);
            }
        }

        public Case {
            whens = List.copyOf(whens);
            Preconditions.unless(!whens.isEmpty(), "a CASE has a WHEN");
            Objects.requireNonNull(otherwise);
        }
    }

    /**
     * A {@code COALESCE}: the value of the first operand that is not NULL. The operands after it
     * are not evaluated.
     */
    record Coalesce(List<Expression> operands) implements Expression {
        public Coalesce {
            operands = List.copyOf(operands);
            Preconditions.unless(!operands.isEmpty(), "COALESCE has an operand");
        }
    }

    /**
     * A built-in function from the function table of the library. Constructs with a record of their
     * own in this file are not included.
     *
     * @param name name in the table, in capitals; arguments of special syntax are already in the
     *     order that the table specifies
     * @param arguments a {@link Operand.Tree} for a FIELD parameter, a {@link ListOperand} for a
     *     LIST parameter, otherwise an expression
     * @param type result type; null if it is known only at run time
     */
    record BuiltIn(String name, List<Operand> arguments, @Nullable ValueType type)
            implements Expression {
        public BuiltIn {
            Objects.requireNonNull(name);
            arguments = List.copyOf(arguments);
        }
    }

    /** A call of a routine that returns a scalar. */
    record CallValue(Call call) implements Expression {
        public CallValue {
            Preconditions.unless(
                    call.signature().returns() == Signature.Returns.SCALAR,
                    "the routine returns a scalar");
        }

        @Override
        public @Nullable ValueType type() {
            return call.signature().scalarType().type();
        }
    }

    /**
     * The value of a tree in a position where only the value is passed on and children would be
     * lost.
     */
    record WholeValue(Tree tree) implements Expression {
        public WholeValue {
            Objects.requireNonNull(tree);
        }
    }

    /**
     * An EVAL of an expression: the value of the expression; for a field, the value of the field.
     */
    record Evaluated(Evaluation evaluation) implements Expression {
        public Evaluated {
            Objects.requireNonNull(evaluation);
        }
    }

    /** A {@code CARDINALITY}: the number of items; never NULL. */
    record Cardinality(ListOperand list) implements Expression {
        public Cardinality {
            Objects.requireNonNull(list);
        }

        @Override
        public ValueType type() {
            return ValueType.INTEGER;
        }
    }

    /** An {@code EXISTS} predicate: whether the list has an item. */
    record Exists(ListOperand list) implements Truth {
        public Exists {
            Objects.requireNonNull(list);
        }
    }

    /** A {@code SINGULAR} predicate: whether the list has exactly one item. */
    record Singular(ListOperand list) implements Truth {
        public Singular {
            Objects.requireNonNull(list);
        }
    }

    /**
     * An aggregate such as {@code SELECT COUNT(...)} over trees or tables.
     *
     * @param value expression that is counted or summed
     */
    record Aggregate(
            Function function,
            @Nullable Expression value,
            List<ListOperand.Range> from,
            @Nullable Expression where)
            implements Expression {
        /**
         * Aggregate function. COUNT of no rows is 0; the others return NULL. NULL values are
         * ignored.
         */
        public enum Function {
            COUNT,
            COUNT_ALL,
            MAX,
            MIN,
            SUM
        }

        public Aggregate {
            Objects.requireNonNull(function);
            from = List.copyOf(from);
            Preconditions.unless(!from.isEmpty(), "a SELECT has a FROM");
            Preconditions.unless(
                    value != null || function == Function.COUNT_ALL,
                    "only COUNT(*) has no operand");
        }
    }

    /**
     * A {@code LASTMOVE}: whether the last MOVE (or DECLARE, or FOR) of a reference found its
     * target.
     */
    record LastMove(Variable reference) implements Truth {
        public LastMove {
            Preconditions.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "LASTMOVE is asked of a reference");
        }
    }

    /**
     * A broker property such as MessageFlowLabel.
     *
     * @param name name as spelled in the product's documentation
     */
    record BrokerProperty(String name) implements Expression {
        public BrokerProperty {
            Objects.requireNonNull(name);
        }
    }

    /** State of the last database operation: SQLCODE, SQLSTATE, SQLNATIVEERROR, SQLERRORTEXT. */
    record DatabaseState(What what) implements Expression {
        /**
         * Part of the state of the last database operation, or of the exception that a handler
         * handles.
         */
        public enum What {
            SQLCODE,
            SQLSTATE,
            SQLNATIVEERROR,
            SQLERRORTEXT
        }

        public DatabaseState {
            Objects.requireNonNull(what);
        }
    }

    /**
     * A Trace pattern: the concatenated text of its parts. Trees are printed; NULL prints as NULL.
     */
    record Pattern(List<Operand> parts) implements Expression {
        public Pattern {
            parts = List.copyOf(parts);
        }

        @Override
        public ValueType type() {
            return ValueType.CHARACTER;
        }
    }

    /** An expression that is compiled to a method of its own; see {@code esql.split}. */
    record Part(Expression content) implements Expression {
        @Override
        public @Nullable ValueType type() {
            return content.type();
        }
    }
}
