package io.millrace.engine.esql.syntax;

/**
 * A stretch of a text.
 *
 * @param from offset of its first character
 * @param to offset behind its last character
 */
public record Span(int from, int to) {

    /** From the beginning of this to the end of the other. */
    public Span to(Span end) {
        return new Span(from, Math.max(to, end.to));
    }
}
