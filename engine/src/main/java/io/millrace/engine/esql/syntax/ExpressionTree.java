package io.millrace.engine.esql.syntax;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.util.List;

/**
 * An expression of the syntax tree. Nothing is resolved: a name may be a variable, a constant or a
 * function.
 */
public sealed interface ExpressionTree {

    Span span();

    /**
     * A literal.
     *
     * @param value null for NULL and UNKNOWN
     * @param type null for NULL
     */
    record Constant(Span span, Value value, ValueType type) implements ExpressionTree {}

    /**
     * A variable, or a path that begins at a variable or correlation name.
     *
     * @param rootIndex null where the root has no brackets
     * @param steps empty for a variable
     */
    record Field(Span span, Name root, PathStep.Index rootIndex, List<PathStep> steps)
            implements ExpressionTree {

        /** Whether it is one name only. */
        public boolean isPlainName() {
            return steps.isEmpty() && rootIndex == null;
        }
    }

    /** {@code -x}, {@code +x}, {@code NOT x}. */
    record Unary(Span span, UnaryOperator operator, ExpressionTree operand)
            implements ExpressionTree {}

    /** Two operands with an operator between them. */
    record Binary(Span span, BinaryOperator operator, ExpressionTree left, ExpressionTree right)
            implements ExpressionTree {}

    /** {@code x [NOT] BETWEEN [SYMMETRIC] low AND high}. */
    record Between(
            Span span,
            ExpressionTree operand,
            ExpressionTree low,
            ExpressionTree high,
            boolean symmetric,
            boolean negated)
            implements ExpressionTree {}

    /** {@code x [NOT] IN (a, b)}. */
    record In(Span span, ExpressionTree operand, List<ExpressionTree> candidates, boolean negated)
            implements ExpressionTree {}

    /**
     * {@code x [NOT] LIKE pattern [ESCAPE c]}.
     *
     * @param escape null where none is written
     */
    record Like(
            Span span,
            ExpressionTree operand,
            ExpressionTree pattern,
            ExpressionTree escape,
            boolean negated)
            implements ExpressionTree {}

    /** {@code x IS [NOT] NULL}. */
    record Is(Span span, ExpressionTree operand, Test test, boolean negated)
            implements ExpressionTree {

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
    record Case(Span span, ExpressionTree operand, List<When> branches, ExpressionTree otherwise)
            implements ExpressionTree {

        /** {@code WHEN when THEN then}. */
        public record When(ExpressionTree when, ExpressionTree then) {}
    }

    /** {@code CAST(a, b AS type ...)}; clauses that are not written are null. */
    record Cast(
            Span span,
            List<ExpressionTree> operands,
            DataType type,
            ExpressionTree ccsid,
            ExpressionTree encoding,
            ExpressionTree format,
            ExpressionTree otherwise)
            implements ExpressionTree {}

    /**
     * A call of a built-in function or a routine.
     *
     * @param schema empty where none is written
     */
    record Call(Span span, List<Name> schema, Name name, List<Argument> arguments)
            implements ExpressionTree {

        /**
         * An argument.
         *
         * @param keyword in capitals what stands before it, such as FROM in {@code SUBSTRING(s FROM
         *     2)}; empty for none. Words such as YEAR in {@code EXTRACT(YEAR FROM d)} are CHARACTER
         *     constants.
         */
        public record Argument(String keyword, ExpressionTree value) {}
    }

    /**
     * {@code SELECT ... FROM ... WHERE ...}.
     *
     * @param itemOnly whether ITEM is written, so that there is exactly one item
     * @param where null where there is none
     */
    record Select(
            Span span, boolean itemOnly, List<Item> items, List<From> from, ExpressionTree where)
            implements ExpressionTree {

        /**
         * A column of the result.
         *
         * @param as empty where no AS is written
         * @param insert whether INSERT is written
         */
        public record Item(ExpressionTree value, List<PathStep> as, boolean insert) {}

        /**
         * What is looked through.
         *
         * @param as null where no AS is written
         */
        public record From(Field field, Name as) {}
    }

    /** {@code ROW(a AS x, b AS y)}. */
    record Row(Span span, List<Select.Item> items) implements ExpressionTree {}

    /** <code>LIST{a, b}</code>. */
    record ListOf(Span span, List<ExpressionTree> items) implements ExpressionTree {}

    /** {@code FOR ALL list AS x (condition)}. */
    record Quantified(Span span, boolean all, Select.From list, ExpressionTree condition)
            implements ExpressionTree {}

    /** {@code (a - b) DAY TO SECOND}. */
    record Qualified(Span span, ExpressionTree operand, String qualifier)
            implements ExpressionTree {}

    /** {@code *} where it means everything: {@code COUNT(*)}. */
    record Star(Span span) implements ExpressionTree {}

    /** Stands where an expression was not well-formed; a problem was reported. */
    record Missing(Span span) implements ExpressionTree {}
}
