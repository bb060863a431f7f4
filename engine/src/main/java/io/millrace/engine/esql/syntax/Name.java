package io.millrace.engine.esql.syntax;

import java.util.Locale;

/**
 * An identifier as it is written.
 *
 * @param text without quotes; case matters for variables, labels and fields, not for routines
 * @param quoted whether it stood in double quotes, so that it cannot be a keyword
 */
public record Name(Span span, String text, boolean quoted) {

    /** The form under which routines, modules and keywords are looked up. */
    public String folded() {
        return text.toUpperCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return text;
    }
}
