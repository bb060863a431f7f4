package io.millrace.engine.esql.syntax;

import java.util.List;

/** The pattern of a Trace node: text with expressions in it. */
public record TracePattern(Lines lines, List<Part> parts) {

    /** A piece of a pattern. */
    public sealed interface Part {

        /** Text that is taken as it is. */
        record Text(String text) implements Part {}

        /** <code>${expression}</code>. */
        record Inserted(ExpressionTree expression) implements Part {}
    }
}
