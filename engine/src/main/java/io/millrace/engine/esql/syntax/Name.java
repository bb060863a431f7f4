package io.millrace.engine.esql.syntax;

import java.util.Locale;

/**
 * An identifier as written.
 *
 * @param text identifier without quotes; case-sensitive for variables, labels and fields, but not
 *     for routines
 * @param quoted whether the identifier was in double quotes and therefore cannot be a keyword
 */
public record Name(Span span, String text, boolean quoted) {

    /** Returns the normalized form for the lookup of routines, modules and keywords. */
    public String folded() {
        return text.toUpperCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return text;
    }
}
