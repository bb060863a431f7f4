package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.PathStep.Index;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * An expression of the syntax tree. Names are not resolved: a name can be a variable, a constant or
 * a function.
 */
public sealed interface ExpressionTree {

    Span span();

    /**
     * A literal.
     *
     * @param value value; null for NULL and UNKNOWN
     * @param type type; null for NULL
     */
    record Constant(Span span, @Nullable Value value, @Nullable ValueType type)
            implements ExpressionTree {}

    /**
     * A variable, or a path that starts at a variable or correlation name.
     *
     * @param rootIndex index of the root; null if the root has no brackets
     * @param steps steps after the root; empty for a variable
     */
    record Field(Span span, Name root, @Nullable Index rootIndex, List<PathStep> steps)
            implements ExpressionTree {

        /** Whether the reference consists of one name only. */
        public boolean isPlainName() {
            return steps.isEmpty() && rootIndex == null;
        }
    }

    /** An operator with one operand: {@code -x}, {@code +x}, {@code NOT x}. */
    record Unary(Span span, UnaryOperator operator, ExpressionTree operand)
            implements ExpressionTree {}

    /** An operator with two operands. */
    record Binary(Span span, BinaryOperator operator, ExpressionTree left, ExpressionTree right)
            implements ExpressionTree {}

    /** A BETWEEN predicate: {@code x [NOT] BETWEEN [SYMMETRIC] low AND high}. */
    record Between(
            Span span,
            ExpressionTree operand,
            ExpressionTree low,
            ExpressionTree high,
            boolean symmetric,
            boolean negated)
            implements ExpressionTree {}

    /** An IN predicate: {@code x [NOT] IN (a, b)}. */
    record In(Span span, ExpressionTree operand, List<ExpressionTree> candidates, boolean negated)
            implements ExpressionTree {}

    /**
     * A LIKE predicate: {@code x [NOT] LIKE pattern [ESCAPE c]}.
     *
     * @param escape escape character; null if not written
     */
    record Like(
            Span span,
            ExpressionTree operand,
            ExpressionTree pattern,
            @Nullable ExpressionTree escape,
            boolean negated)
            implements ExpressionTree {}

    /** An IS predicate: {@code x IS [NOT] NULL}. */
    record Is(Span span, ExpressionTree operand, Test test, boolean negated)
            implements ExpressionTree {

        /** Property that {@code IS} tests. */
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
     * A CASE expression: {@code CASE ... END}.
     *
     * @param operand operand of a simple CASE; null for the searched form
     * @param otherwise value of ELSE; null if there is no ELSE
     */
    record Case(
            Span span,
            @Nullable ExpressionTree operand,
            List<When> branches,
            @Nullable ExpressionTree otherwise)
            implements ExpressionTree {

        /** A branch of a CASE expression: {@code WHEN when THEN then}. */
        public record When(ExpressionTree when, ExpressionTree then) {}
    }

    /** A cast: {@code CAST(a, b AS type ...)}. Omitted clauses are null. */
    record Cast(
            Span span,
            List<ExpressionTree> operands,
            DataType type,
            @Nullable ExpressionTree ccsid,
            @Nullable ExpressionTree encoding,
            @Nullable ExpressionTree format,
            @Nullable ExpressionTree otherwise)
            implements ExpressionTree {}

    /**
     * A call of a built-in function or a routine.
     *
     * @param schema schema of the function; empty if not written
     */
    record Call(Span span, List<Name> schema, Name name, List<Argument> arguments)
            implements ExpressionTree {

        /**
         * An argument.
         *
         * @param keyword keyword before the argument, in upper case, such as FROM in {@code
         *     SUBSTRING(s FROM 2)}; empty if there is none. Words such as YEAR in {@code
         *     EXTRACT(YEAR FROM d)} are CHARACTER constants.
         */
        public record Argument(String keyword, ExpressionTree value) {}
    }

    /**
     * A SELECT expression: {@code SELECT ... FROM ... WHERE ...}.
     *
     * @param itemOnly whether ITEM is written, which requires exactly one item
     * @param where condition
     */
    record Select(
            Span span,
            boolean itemOnly,
            List<Item> items,
            List<From> from,
            @Nullable ExpressionTree where)
            implements ExpressionTree {

        /**
         * A column of the result.
         *
         * @param as path after AS; empty if not written
         * @param insert whether INSERT is written
         */
        public record Item(ExpressionTree value, List<PathStep> as, boolean insert) {}

        /**
         * A range of a FROM clause.
         *
         * @param as name after AS; null if not written
         */
        public record From(Field field, @Nullable Name as) {}
    }

    /** A ROW constructor: {@code ROW(a AS x, b AS y)}. */
    record Row(Span span, List<Select.Item> items) implements ExpressionTree {}

    /** A list constructor: <code>LIST{a, b}</code>. */
    record ListOf(Span span, List<ExpressionTree> items) implements ExpressionTree {}

    /** A quantified predicate: {@code FOR ALL list AS x (condition)}. */
    record Quantified(Span span, boolean all, Select.From list, ExpressionTree condition)
            implements ExpressionTree {}

    /** An interval expression with a qualifier: {@code (a - b) DAY TO SECOND}. */
    record Qualified(Span span, ExpressionTree operand, String qualifier)
            implements ExpressionTree {}

    /** The asterisk in {@code COUNT(*)} or {@code SELECT *}. */
    record Star(Span span) implements ExpressionTree {}

    /** A placeholder for a malformed expression; a problem was reported. */
    record Missing(Span span) implements ExpressionTree {}
}
