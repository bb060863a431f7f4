package io.millrace.parsers.text;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A single value, stored as a string. The accessors convert it as specified by the core schema of
 * YAML 1.2.
 *
 * @param place range on the first line, including quotes
 * @param text text without quotes, with escapes resolved; empty for null
 * @param style style in the file
 * @param indent for block styles, the column (from 0) in which the lines begin in the file;
 *     otherwise 0
 */
public record YamlScalar(Place place, String text, Style style, int indent) implements YamlNode {

    /** Style of a scalar in the file. */
    public enum Style {
        /** Without quotes: can be a number, a boolean or null. */
        PLAIN,
        /** In single or double quotes: a string. */
        QUOTED,
        /** After {@code |}: text whose lines are as in the file. */
        LITERAL,
        /** After {@code >}: text of folded lines. */
        FOLDED
    }

    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?");

    @Override
    public String kind() {
        if (isNull()) {
            return "nothing";
        }
        String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
        return asBoolean().isPresent() || asDecimal().isPresent()
                ? shown
                : "the text \"" + shown + "\"";
    }

    /**
     * Whether the value is empty, {@code null}, {@code Null}, {@code NULL} or {@code ~}, without
     * quotes.
     */
    public boolean isNull() {
        return style == Style.PLAIN
                && switch (text) {
                    case "", "~", "null", "Null", "NULL" -> true;
                    default -> false;
                };
    }

    /**
     * Returns the value of {@code true} or {@code false} without quotes, also capitalized or in
     * upper case; empty for other values.
     */
    public Optional<Boolean> asBoolean() {
        if (style != Style.PLAIN) {
            return Optional.empty();
        }
        return switch (text) {
            case "true", "True", "TRUE" -> Optional.of(true);
            case "false", "False", "FALSE" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /**
     * Returns an integer of at most 64 bits without quotes, in decimal, {@code 0x} or {@code 0o}
     * notation; empty for other values.
     */
    public OptionalLong asLong() {
        if (style != Style.PLAIN || text.startsWith("0x-") || text.startsWith("0o-")) {
            return OptionalLong.empty();
        }
        try {
            if (text.startsWith("0x")) {
                return OptionalLong.of(Long.parseLong(text, 2, text.length(), 16));
            }
            if (text.startsWith("0o")) {
                return OptionalLong.of(Long.parseLong(text, 2, text.length(), 8));
            }
            return INTEGER.matcher(text).matches()
                    ? OptionalLong.of(Long.parseLong(text))
                    : OptionalLong.empty();
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    /** Returns a finite number without quotes; empty for other values. */
    public Optional<BigDecimal> asDecimal() {
        return style == Style.PLAIN && text.length() <= 100 && NUMBER.matcher(text).matches()
                ? Optional.of(new BigDecimal(text))
                : Optional.empty();
    }

    /**
     * Returns the place in the file of a range of the text, for problems inside a value such as an
     * ESQL expression. It is exact for scalars on one line without escapes and for literal blocks;
     * for other scalars, it is the place of the scalar.
     */
    public Place within(int offset, int length) {
        Source source = place.source();
        int at = Math.clamp(offset, 0, text.length());
        if (style == Style.LITERAL) {
            int lineStart = text.lastIndexOf('\n', at - 1) + 1;
            int line = (int) text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
            return new Place(
                    source,
                    place.line() + 1 + line,
                    indent + at - lineStart + 1,
                    Math.max(1, length));
        }
        int quote = style == Style.QUOTED ? 1 : 0;
        boolean asWritten =
                style != Style.FOLDED
                        && source.line(place.line())
                                .startsWith(text, Math.max(0, place.column() - 1 + quote));
        return asWritten
                ? new Place(source, place.line(), place.column() + quote + at, Math.max(1, length))
                : place;
    }
}
