package io.millrace.engine.esql.program;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.util.List;
import java.util.Objects;

/** Gives a scalar value, or NULL. */
public sealed interface Expression extends Operand {

    /** The type of every value but NULL that it can give; null where only the run can tell. */
    default ValueType type() {
        return null;
    }

    /** A constant. @param value null for NULL and UNKNOWN */
    record Literal(Value value) implements Expression {
        public static final Literal NULL = new Literal(null);

        @Override
        public ValueType type() {
            return value == null ? null : value.type();
        }
    }

    /** A scalar variable. */
    record VariableValue(Variable variable) implements Expression {
        public VariableValue {
            Refusal.unless(variable.kind() == Variable.Kind.SCALAR, "only scalars are values");
        }

        @Override
        public ValueType type() {
            return variable.type().type();
        }
    }

    /** The value of a tree: NULL where the field is missing or has none. */
    record TreeValue(Tree tree) implements Expression {
        public TreeValue {
            Objects.requireNonNull(tree);
        }

        public static TreeValue of(FieldPath path) {
            return new TreeValue(new Field(path));
        }
    }

    /** {@code + - * / ||}. */
    record Arithmetic(Operator operator, Expression left, Expression right) implements Expression {
        /** An operator with two operands whose result is NULL if one of them is. */
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

    /** {@code -x}. */
    record Negation(Expression operand) implements Expression {
        public Negation {
            Objects.requireNonNull(operand);
        }
    }

    /** {@code (a - b) HOUR TO MINUTE}. */
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

    /** Gives TRUE, FALSE or UNKNOWN (NULL). */
    sealed interface Truth extends Expression {
        @Override
        default ValueType type() {
            return ValueType.BOOLEAN;
        }
    }

    /** {@code = <> < <= > >=} between scalars. */
    record Comparison(Operator operator, Expression left, Expression right) implements Truth {
        /** How two values are compared. */
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
     * {@code =} and {@code <>} between lists or rows: same number of items, and each equal to its
     * counterpart.
     */
    record ListComparison(ListOperand left, ListOperand right, boolean negated) implements Truth {
        public ListComparison {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** Short-circuits: the right side is not evaluated if the left is FALSE. */
    record And(Expression left, Expression right) implements Truth {
        public And {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** Short-circuits: the right side is not evaluated if the left is TRUE. */
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

    /** {@code BETWEEN}; symmetric means that the bounds may come in any order. */
    record Between(
            Expression operand, Expression low, Expression high, boolean symmetric, boolean negated)
            implements Truth {
        public Between {
            Objects.requireNonNull(operand);
            Objects.requireNonNull(low);
            Objects.requireNonNull(high);
        }
    }

    /** {@code IN (a, b)}; each alternative is an expression, or a list whose items all count. */
    record In(Expression operand, List<Operand> alternatives, boolean negated) implements Truth {
        public In {
            Objects.requireNonNull(operand);
            alternatives = List.copyOf(alternatives);
        }
    }

    /** {@code LIKE}. @param escape null where not written */
    record Like(Expression operand, Expression pattern, Expression escape, boolean negated)
            implements Truth {
        public Like {
            Objects.requireNonNull(operand);
            Objects.requireNonNull(pattern);
        }
    }

    /** {@code IS [NOT] ...}: never UNKNOWN. */
    record Is(Expression operand, Property property, boolean negated) implements Truth {
        /** What can be asked of a value. */
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

    /** {@code FOR ALL|ANY list AS x (condition)}. */
    record Quantified(boolean all, ListOperand.TreeRange range, Expression condition)
            implements Truth {
        public Quantified {
            Objects.requireNonNull(range);
            Objects.requireNonNull(condition);
        }
    }

    /** {@code CAST}. Clauses that are not written are null. */
    record Cast(
            List<Expression> operands,
            ScalarType target,
            Expression ccsid,
            Expression encoding,
            Expression format,
            Expression otherwise)
            implements Expression {
        public Cast {
            operands = List.copyOf(operands);
            Refusal.unless(!operands.isEmpty(), "a CAST has an operand");
            Objects.requireNonNull(target);
        }

        /** DEFAULT gives what is written there, whatever its type. */
        @Override
        public ValueType type() {
            boolean other =
                    otherwise != null
                            && !otherwise.equals(Literal.NULL)
                            && otherwise.type() != target.type();
            return other ? null : target.type();
        }
    }

    /**
     * {@code CASE}.
     *
     * @param operand what is compared with each WHEN; null for a searched CASE
     * @param otherwise NULL where not written
     */
    record Case(Expression operand, List<When> whens, Expression otherwise) implements Expression {
        /**
         * @param test a condition, or what the operand is compared with
         */
        public record When(Expression test, Expression result) {
            public When {
                Objects.requireNonNull(test);
                Objects.requireNonNull(result);
            }
        }

        public Case {
            whens = List.copyOf(whens);
            Refusal.unless(!whens.isEmpty(), "a CASE has a WHEN");
            Objects.requireNonNull(otherwise);
        }
    }

    /** {@code COALESCE}: the first that is not NULL; those behind it are not evaluated. */
    record Coalesce(List<Expression> operands) implements Expression {
        public Coalesce {
            operands = List.copyOf(operands);
            Refusal.unless(!operands.isEmpty(), "COALESCE has an operand");
        }
    }

    /**
     * A built-in function of the library's function table: all but the constructs that have records
     * of their own here.
     *
     * @param name its name in the table, in capitals; special syntax is already in the order of
     *     arguments that the table tells
     * @param arguments for a FIELD parameter a {@link Operand.Tree}, for a LIST parameter a {@link
     *     ListOperand}, else an expression
     * @param type what it gives; null where only the run can tell
     */
    record BuiltIn(String name, List<Operand> arguments, ValueType type) implements Expression {
        public BuiltIn {
            Objects.requireNonNull(name);
            arguments = List.copyOf(arguments);
        }
    }

    /** A call of a routine that returns a scalar. */
    record CallValue(Call call) implements Expression {
        public CallValue {
            Refusal.unless(
                    call.signature().returns() == Signature.Returns.SCALAR,
                    "the routine returns a scalar");
        }

        @Override
        public ValueType type() {
            return call.signature().type().type();
        }
    }

    /** The value of a tree where only its value is given on: children would be lost. */
    record WholeValue(Tree tree) implements Expression {
        public WholeValue {
            Objects.requireNonNull(tree);
        }
    }

    /** EVAL of an expression: the value that it has, of a field the field's. */
    record Evaluated(Evaluation evaluation) implements Expression {
        public Evaluated {
            Objects.requireNonNull(evaluation);
        }
    }

    /** {@code CARDINALITY}: how many items; never NULL. */
    record Cardinality(ListOperand list) implements Expression {
        public Cardinality {
            Objects.requireNonNull(list);
        }

        @Override
        public ValueType type() {
            return ValueType.INTEGER;
        }
    }

    /** {@code EXISTS}: whether there is an item. */
    record Exists(ListOperand list) implements Truth {
        public Exists {
            Objects.requireNonNull(list);
        }
    }

    /** {@code SINGULAR}: whether there is exactly one item. */
    record Singular(ListOperand list) implements Truth {
        public Singular {
            Objects.requireNonNull(list);
        }
    }

    /**
     * {@code SELECT COUNT(...)} and its like, over trees or tables. @param value what is counted or
     * summed
     */
    record Aggregate(
            Function function, Expression value, List<ListOperand.Range> from, Expression where)
            implements Expression {
        /** COUNT of nothing is 0, the others' is NULL; NULL values do not count. */
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
            Refusal.unless(!from.isEmpty(), "a SELECT has a FROM");
            Refusal.unless(
                    value != null || function == Function.COUNT_ALL,
                    "only COUNT(*) has no operand");
        }
    }

    /**
     * {@code LASTMOVE}: whether the last MOVE (or DECLARE, or FOR) of a reference found its place.
     */
    record LastMove(Variable reference) implements Truth {
        public LastMove {
            Refusal.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "LASTMOVE is asked of a reference");
        }
    }

    /**
     * A broker property such as MessageFlowLabel. @param name as the product's documentation spells
     * it
     */
    record BrokerProperty(String name) implements Expression {
        public BrokerProperty {
            Objects.requireNonNull(name);
        }
    }

    /** SQLCODE, SQLSTATE, SQLNATIVEERROR, SQLERRORTEXT. */
    record DatabaseState(What what) implements Expression {
        /** What of the last database operation, or of the exception that a handler runs for. */
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
     * A Trace pattern: the texts of the parts, one behind the other; trees are printed, NULL prints
     * as NULL.
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
}
