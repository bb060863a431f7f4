package io.millrace.engine.esql.syntax;

/**
 * One element of a field reference: {@code (XML.Attribute)ns:name[2]}.
 *
 * @param type the expression in parentheses, null where there is none
 * @param namespace {@link Part.None} where there is no colon
 * @param name {@link Part.None} where only a type is written
 * @param index null where there is none
 */
public record PathStep(Span span, ExpressionTree type, Part namespace, Part name, Index index) {

    /** Whether it is nothing but a name, as the parts of a schema are. */
    public boolean isPlainName() {
        return type == null
                && index == null
                && namespace instanceof Part.None
                && name instanceof Part.Written;
    }

    /** A name or namespace within a step. */
    public sealed interface Part {

        /** Not written. */
        record None() implements Part {}

        /** {@code *}. */
        record Any(Span span) implements Part {}

        /** An identifier, which may turn out to be a NAME or NAMESPACE constant. */
        record Written(Name name) implements Part {}

        /** <code>{expression}</code>. */
        record Computed(Span span, ExpressionTree expression) implements Part {}
    }

    /**
     * What stands in brackets.
     *
     * @param value the number; null for {@code []}, {@code [<]} and {@code [>]}
     */
    public record Index(Span span, Direction direction, ExpressionTree value) {

        /** Where an index counts from. */
        public enum Direction {
            /** {@code []}: the whole list. */
            LIST,
            /** {@code [n]}, {@code [>]}, {@code [>n]}. */
            FROM_FIRST,
            /** {@code [<]}, {@code [<n]}. */
            FROM_LAST
        }
    }
}
