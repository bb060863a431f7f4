package io.millrace.engine.esql.syntax;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;
import java.util.List;

/** An expression of the syntax tree. Nothing is resolved: a name may be a variable, a constant or a function. */
public sealed interface Expression {

    Span span();

    /**
     * A literal.
     *
     * @param value null for NULL and UNKNOWN
     * @param type null for NULL
     */
    record Constant(Span span, Value value, ValueType type) implements Expression {}

    /**
     * A variable, or a path that begins at a variable or correlation name.
     *
     * @param rootIndex null where the root has no brackets
     * @param steps empty for a variable
     */
    record Field(Span span, Name root, PathStep.Index rootIndex, List<PathStep> steps) implements Expression {

        /** Whether it is one name only. */
        public boolean isPlainName() {
            return steps.isEmpty() && rootIndex == null;
        }
    }

    /** {@code -x}, {@code +x}, {@code NOT x}. */
    record Unary(Span span, UnaryOperator operator, Expression operand) implements Expression {}

    /** Two operands with an operator between them. */
    record Binary(Span span, BinaryOperator operator, Expression left, Expression right) implements Expression {}

    /** {@code x [NOT] BETWEEN [SYMMETRIC] low AND high}. */
    record Between(
            Span span, Expression operand, Expression low, Expression high, boolean symmetric, boolean negated)
            implements Expression {}

    /** {@code x [NOT] IN (a, b)}. */
    record In(Span span, Expression operand, List<Expression> candidates, boolean negated) implements Expression {}

    /**
     * {@code x [NOT] LIKE pattern [ESCAPE c]}.
     *
     * @param escape null where none is written
     */
    record Like(Span span, Expression operand, Expression pattern, Expression escape, boolean negated)
            implements Expression {}

    /** {@code x IS [NOT] NULL}. */
    record Is(Span span, Expression operand, Test test, boolean negated) implements Expression {

        /** What an operand is asked for. */
        public enum Test {
            NULL,
            TRUE,
            FALSE,
            UNKNOWN,
            NUMBER,
            NAN,
            INFINITY,
            PLUS_INFINITY,
            MINUS_INFINITY
        }
    }

    /**
     * {@code CASE ... END}.
     *
     * @param operand null for the searched form
     * @param otherwise null where there is no ELSE
     */
    record Case(Span span, Expression operand, List<When> branches, Expression otherwise) implements Expression {

        /** {@code WHEN when THEN then}. */
        public record When(Expression when, Expression then) {}
    }

    /** {@code CAST(a, b AS type ...)}; clauses that are not written are null. */
    record Cast(
            Span span,
            List<Expression> operands,
            DataType type,
            Expression ccsid,
            Expression encoding,
            Expression format,
            Expression otherwise)
            implements Expression {}

    /**
     * A call of a built-in function or a routine.
     *
     * @param schema empty where none is written
     */
    record Call(Span span, List<Name> schema, Name name, List<Argument> arguments) implements Expression {

        /**
         * An argument.
         *
         * @param keyword in capitals what stands before it, such as FROM in {@code SUBSTRING(s FROM 2)}; empty for none.
         *     Words such as YEAR in {@code EXTRACT(YEAR FROM d)} are CHARACTER constants.
         */
        public record Argument(String keyword, Expression value) {}
    }

    /**
     * {@code SELECT ... FROM ... WHERE ...}.
     *
     * @param itemOnly whether ITEM is written, so that there is exactly one item
     * @param where null where there is none
     */
    record Select(Span span, boolean itemOnly, List<Item> items, List<From> from, Expression where)
            implements Expression {

        /**
         * A column of the result.
         *
         * @param as empty where no AS is written
         * @param insert whether INSERT is written
         */
        public record Item(Expression value, List<PathStep> as, boolean insert) {}

        /**
         * What is looked through.
         *
         * @param as null where no AS is written
         */
        public record From(Field field, Name as) {}
    }

    /** {@code ROW(a AS x, b AS y)}. */
    record Row(Span span, List<Select.Item> items) implements Expression {}

    /** <code>LIST{a, b}</code>. */
    record ListOf(Span span, List<Expression> items) implements Expression {}

    /** {@code FOR ALL list AS x (condition)}. */
    record Quantified(Span span, boolean all, Select.From list, Expression condition) implements Expression {}

    /** {@code (a - b) DAY TO SECOND}. */
    record Qualified(Span span, Expression operand, String qualifier) implements Expression {}

    /** {@code *} where it means everything: {@code COUNT(*)}. */
    record Star(Span span) implements Expression {}

    /** Stands where an expression was not well-formed; a problem was reported. */
    record Missing(Span span) implements Expression {}
}
