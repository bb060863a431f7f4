package io.millrace.engine.esql.syntax;

import org.jspecify.annotations.Nullable;

/**
 * One element of a field reference: {@code (XML.Attribute)ns:name[2]}.
 *
 * @param type expression in parentheses
 * @param namespace namespace; {@link Part.None} if there is no colon
 * @param name name; {@link Part.None} if only a type is written
 */
public record PathStep(
        Span span,
        @Nullable ExpressionTree type,
        Part namespace,
        Part name,
        @Nullable Index index) {

    /** Whether the step consists of a name only, like the parts of a schema. */
    public boolean isPlainName() {
        return type == null
                && index == null
                && namespace instanceof Part.None
                && name instanceof Part.Written;
    }

    /** Name or namespace within a step. */
    public sealed interface Part {

        /** A part that is not written. */
        record None() implements Part {}

        /** An asterisk: {@code *}. */
        record Any(Span span) implements Part {}

        /** An identifier, which can be the name of a NAME or NAMESPACE constant. */
        record Written(Name name) implements Part {}

        /** A computed part: <code>{expression}</code>. */
        record Computed(Span span, ExpressionTree expression) implements Part {}
    }

    /**
     * An index in brackets.
     *
     * @param value number; null for {@code []}, {@code [<]} and {@code [>]}
     */
    public record Index(Span span, Direction direction, @Nullable ExpressionTree value) {

        /** End from which an index counts. */
        public enum Direction {
            /** Index of the whole list: {@code []}. */
            LIST,
            /** Index counted from the first field: {@code [n]}, {@code [>]}, {@code [>n]}. */
            FROM_FIRST,
            /** Index counted from the last field: {@code [<]}, {@code [<n]}. */
            FROM_LAST
        }
    }
}
