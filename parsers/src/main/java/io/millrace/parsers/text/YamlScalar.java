package io.millrace.parsers.text;

import io.millrace.engine.error.Place;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A single value. Its reader determines its type: it is kept as a string, and the accessors read it
 * by YAML 1.2's core schema.
 *
 * @param place range of the value on its first line, including quotes
 * @param text text without quotes, with escapes resolved; empty for YAML's null
 * @param isPlain whether it is without quotes and not in a block: it can be a number, boolean or
 *     null
 */
public record YamlScalar(Place place, String text, boolean isPlain) implements YamlNode {

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
        return isPlain
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
        if (!isPlain) {
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
        if (!isPlain || text.startsWith("0x-") || text.startsWith("0o-")) {
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
        return isPlain && text.length() <= 100 && NUMBER.matcher(text).matches()
                ? Optional.of(new BigDecimal(text))
                : Optional.empty();
    }
}
