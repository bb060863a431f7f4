package io.millrace.flows.definition;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Function;

/**
 * Values of the keys of a definition, read from strings. An invalid value is reported as a problem
 * and treated as missing.
 *
 * @param text function from a key to its string, with parameters substituted; null if the key is
 *     missing
 * @param place function from an existing key to the position of its value
 */
public record TextValues(
        Function<String, String> text, Function<String, Place> place, Problems problems) {

    /**
     * Reads a value.
     *
     * @param missing result for a missing or invalid value
     * @param reader function from a string to a value; null for an invalid string @param expected
     *     description of a valid value
     */
    public <T> T value(String key, T missing, Function<String, T> reader, String expected) {
        String found = text.apply(key);
        T value = found == null ? missing : reader.apply(found.strip());
        if (value == null && found != null) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    place.apply(key),
                    key + " must be " + expected + " (found '" + found + "')");
        }
        return value == null ? missing : value;
    }

    /** Reads an integer within a range. */
    public Long integer(String key, Long missing, long least, long most) {
        String range =
                least <= Integer.MIN_VALUE
                        ? ""
                        : most == Long.MAX_VALUE || most == Integer.MAX_VALUE
                                ? " from " + least
                                : " from " + least + " to " + most;
        return value(key, missing, t -> whole(t, least, most), "an integer" + range);
    }

    /** Returns an integer; null if the string is not an integer within the range. */
    public static Long whole(String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            return number >= least && number <= most ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns a number; null if the string is not a number within the range. */
    public static BigDecimal seconds(String text, long least, long most) {
        try {
            BigDecimal number = new BigDecimal(text);
            boolean valid =
                    number.compareTo(BigDecimal.valueOf(least)) >= 0
                            && number.compareTo(BigDecimal.valueOf(most)) <= 0;
            return valid ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Returns true for the strings true and yes, false for false and no, and null for other
     * strings.
     */
    public static Boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes" -> true;
            case "false", "no" -> false;
            default -> null;
        };
    }
}
