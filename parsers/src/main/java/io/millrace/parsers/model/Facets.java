package io.millrace.parsers.model;

import java.util.List;

/**
 * Restrictions of a simple type (facets of XML Schema).
 *
 * @param minLength minimum length of strings in characters, of binary values in bytes; null for no
 *     minimum
 * @param maxLength maximum length in the same units; null for no maximum
 * @param totalDigits maximum number of digits of exact numbers; null for no maximum
 * @param fractionDigits maximum number of fraction digits of exact numbers; null for no maximum
 * @param range minimum and maximum value
 * @param enumeration permitted values, in the notation of XML Schema; empty if all values are
 *     permitted
 * @param patterns regular expressions of XML Schema; a value must match at least one; empty for no
 *     restriction
 */
public record Facets(
        Integer minLength,
        Integer maxLength,
        @Key(min = 1, max = 400) Integer totalDigits,
        @Key(max = 400) Integer fractionDigits,
        Range range,
        List<String> enumeration,
        @Key("pattern") List<String> patterns) {

    public static final Facets NONE =
            new Facets(null, null, null, null, Range.ALL, List.of(), List.of());

    public Facets {
        enumeration = List.copyOf(enumeration);
        patterns = List.copyOf(patterns);
    }

    /** Returns facets with a minimum and a maximum length; null for no bound. */
    public static Facets length(Integer min, Integer max) {
        return new Facets(min, max, null, null, Range.ALL, List.of(), List.of());
    }

    /** Returns facets with a maximum number of digits and of fraction digits; null for no bound. */
    public static Facets digits(Integer total, Integer fraction) {
        return new Facets(null, null, total, fraction, Range.ALL, List.of(), List.of());
    }

    public Facets with(List<String> newEnumeration) {
        return new Facets(
                minLength, maxLength, totalDigits, fractionDigits, range, newEnumeration, patterns);
    }

    /**
     * Bounds of ordered values in the notation of XML Schema; null for no bound. On each side, only
     * one of the inclusive and the exclusive bound can be specified.
     */
    public record Range(
            String minInclusive, String minExclusive, String maxInclusive, String maxExclusive) {

        public static final Range ALL = new Range(null, null, null, null);
    }
}
