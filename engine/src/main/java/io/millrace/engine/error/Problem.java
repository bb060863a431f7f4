package io.millrace.engine.error;

import java.util.Objects;

/**
 * One finding of a check.
 *
 * @param code what kind of finding
 * @param severity whether it stops a deployment
 * @param place where; never null
 * @param text what was found and what was expected, one sentence without a full stop
 * @param hint what to do about it, for example the nearest right name; empty where there is no
 *     advice
 */
public record Problem(ErrorCode code, Severity severity, Place place, String text, String hint) {

    public Problem {
        Objects.requireNonNull(code);
        Objects.requireNonNull(severity);
        Objects.requireNonNull(place);
        Objects.requireNonNull(text);
        Objects.requireNonNull(hint);
    }

    public static Problem error(ErrorCode code, Place place, String text) {
        return new Problem(code, Severity.ERROR, place, text, "");
    }

    public static Problem error(ErrorCode code, Place place, String text, String hint) {
        return new Problem(code, Severity.ERROR, place, text, hint);
    }

    public static Problem warning(ErrorCode code, Place place, String text, String hint) {
        return new Problem(code, Severity.WARNING, place, text, hint);
    }

    /**
     * The finding as a person reads it: place, severity, code and words; then the source's line
     * with a caret below the stretch; then the hint. Lines are separated by {@code \n}, without one
     * at the end; place, words and hint are escaped.
     */
    public String render() {
        StringBuilder out = new StringBuilder();
        out.append(PrintableText.line(place.toString()))
                .append(": ")
                .append(severity == Severity.ERROR ? "error" : "warning");
        out.append(' ').append(code.id()).append(": ").append(PrintableText.line(text));
        String excerpt = Excerpt.of(place, "    ");
        if (!excerpt.isEmpty()) {
            out.append('\n').append(excerpt);
        }
        if (!hint.isEmpty()) {
            out.append("\n    ").append(PrintableText.line(hint));
        }
        return out.toString();
    }
}
