package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.LineIndex;

import java.util.List;

/** The pattern of a Trace node: text with embedded expressions. */
public record TracePattern(LineIndex lines, List<Part> parts) {

    /** Part of a pattern. */
    public sealed interface Part {

        /** Literal text. */
        record Text(String text) implements Part {}

        /** An embedded expression: <code>${expression}</code>. */
        record Inserted(ExpressionTree expression) implements Part {}
    }
}
