package io.millrace.engine.error;

import java.util.Objects;

/**
 * A problem found by a check.
 *
 * @param code kind of problem
 * @param severity severity, which determines whether the problem prevents deployment
 * @param place position; never null
 * @param text description of what was found and expected, in one sentence without a full stop
 * @param hint advice, for example the nearest valid name; empty if there is none
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
     * Returns the problem as text: position, severity, code and text; then the source line with
     * carets; then the hint. Lines are separated by {@code \n}; the last line has no line end.
     * Position, text and hint are escaped.
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
