package io.millrace.engine.esql.program;

import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** An expression that returns a scalar value or NULL. */
public sealed interface Expression extends Operand {

    /**
     * Returns the type of all values of this expression other than NULL; null if the type is known
     * only at run time.
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
                    variable.kind() == Variable.Kind.SCALAR, "the variable must be a scalar");
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
        /** An operator with two operands. The result is NULL if an operand is NULL. */
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

    /** An interval between two dates or times: {@code (a - b) HOUR TO MINUTE}. */
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

    /** An expression that returns TRUE, FALSE or UNKNOWN (NULL). */
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
     * A comparison of lists or rows with {@code =} or {@code <>}. Two lists are equal if they have
     * the same number of items and corresponding items are equal.
     */
    record ListComparison(ListOperand left, ListOperand right, boolean negated) implements Truth {
        public ListComparison {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** A conjunction. The right side is not evaluated if the left side is FALSE. */
    record And(Expression left, Expression right) implements Truth {
        public And {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** A disjunction. The right side is not evaluated if the left side is TRUE. */
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

        /**
         * Whether all alternatives are literals or variables, so that their evaluation has no side
         * effects and cannot fail.
         */
        public boolean isPlain() {
            return alternatives.stream()
                    .allMatch(a -> a instanceof Literal || a instanceof VariableValue);
        }
    }

    /**
     * A {@code LIKE} predicate.
     *
     * @param operand value that is tested
     * @param pattern pattern with which the value is compared
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

    /** An {@code IS [NOT] ...} predicate. The result is never UNKNOWN. */
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
            Preconditions.unless(!operands.isEmpty(), "a CAST must have an operand");
            Objects.requireNonNull(target);
        }

        /** Returns the target type; null if DEFAULT can return a value of another type. */
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
         * A WHEN clause.
         *
         * @param test condition, or the value with which the operand is compared
         * @param result value of the CASE if the condition is TRUE or the values are equal
         */
        public record When(Expression test, Expression result) {
            public When {
                Objects.requireNonNull(test);
                Objects.requireNonNull(result);
            }
        }

        public Case {
            whens = List.copyOf(whens);
            Preconditions.unless(!whens.isEmpty(), "a CASE must have a WHEN");
            Objects.requireNonNull(otherwise);
        }
    }

    /**
     * A {@code COALESCE}: the value of the first operand that is not NULL. Further operands are not
     * evaluated.
     */
    record Coalesce(List<Expression> operands) implements Expression {
        public Coalesce {
            operands = List.copyOf(operands);
            Preconditions.unless(!operands.isEmpty(), "a COALESCE must have an operand");
        }
    }

    /**
     * A function of the function registry. Constructs that have a separate record in this file are
     * not included.
     *
     * @param name name in the table, in upper case; arguments of a special syntax are already in
     *     the order of the table
     * @param method method for the number of arguments
     * @param arguments a {@link Operand.Tree} for a FIELD parameter, a {@link ListOperand} for a
     *     LIST parameter, otherwise an expression
     * @param type result type; null if it is known only at run time
     */
    record BuiltIn(
            String name, Function.Method method, List<Operand> arguments, @Nullable ValueType type)
            implements Expression {
        public BuiltIn {
            Objects.requireNonNull(name);
            Objects.requireNonNull(method);
            arguments = List.copyOf(arguments);
        }
    }

    /** A call of a routine that returns a scalar. */
    record CallValue(Call call) implements Expression {
        public CallValue {
            Preconditions.unless(
                    call.signature().returns() == Signature.Returns.SCALAR,
                    "the routine must return a scalar");
        }

        @Override
        public @Nullable ValueType type() {
            return call.signature().scalarType().type();
        }
    }

    /**
     * The value of a tree in a context that would lose its children. A tree with children and
     * without a value causes an error.
     */
    record WholeValue(Tree tree) implements Expression {
        public WholeValue {
            Objects.requireNonNull(tree);
        }
    }

    /**
     * An EVAL of an expression. If the expression is a field, the result is the value of the field.
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
     * @param value operand of the function
     */
    record Aggregate(
            Function function,
            @Nullable Expression value,
            List<ListOperand.Range> from,
            @Nullable Expression where)
            implements Expression {
        /**
         * Aggregate function. COUNT of no rows is 0; the other functions return NULL for no rows.
         * NULL values are ignored.
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
            Preconditions.unless(!from.isEmpty(), "a SELECT must have a FROM");
            Preconditions.unless(
                    value != null || function == Function.COUNT_ALL,
                    "only COUNT(*) can have no operand");
        }
    }

    /**
     * A {@code LASTMOVE} function. TRUE if the last MOVE, DECLARE or FOR of the reference found the
     * target.
     */
    record LastMove(Variable reference) implements Truth {
        public LastMove {
            Preconditions.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "the operand of LASTMOVE must be a REFERENCE");
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

    /** A Trace pattern: the concatenated text of its parts. Trees and NULL are printed. */
    record Pattern(List<Operand> parts) implements Expression {
        public Pattern {
            parts = List.copyOf(parts);
        }

        @Override
        public ValueType type() {
            return ValueType.CHARACTER;
        }
    }

    /** An expression that is compiled to a separate method; see {@code esql.split}. */
    record Part(Expression content) implements Expression {
        @Override
        public @Nullable ValueType type() {
            return content.type();
        }
    }
}
