package io.millrace.engine.esql.syntax;

/**
 * A range in a source text.
 *
 * @param from offset of the first character
 * @param to offset after the last character
 */
public record Span(int from, int to) {

    /** Returns the span from the start of this one to the end of the other. */
    public Span to(Span end) {
        return new Span(from, Math.max(to, end.to));
    }
}
