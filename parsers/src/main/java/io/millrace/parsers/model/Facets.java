package io.millrace.parsers.model;

import java.util.List;

/**
 * Restrictions of a simple type (XML Schema's facets).
 *
 * @param minLength minimum length of strings in characters, of binary values in bytes; null for
 *     none
 * @param maxLength as before
 * @param totalDigits maximum number of digits of exact numbers; null for none
 * @param fractionDigits maximum number of fraction digits of exact numbers; null for none
 * @param range smallest and largest value
 * @param enumeration the values that are allowed, as XML Schema writes them; empty for all
 * @param patterns XML Schema's regular expressions, of which a value must match at least one; empty
 *     for none
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

    /**
     * Returns facets of strings or bytes with a minimum and a maximum length; null for no bound.
     */
    public static Facets length(Integer min, Integer max) {
        return new Facets(min, max, null, null, Range.ALL, List.of(), List.of());
    }

    /**
     * Returns facets of numbers with a number of digits, and of digits after the decimal point;
     * null for no bound.
     */
    public static Facets digits(Integer total, Integer fraction) {
        return new Facets(null, null, total, fraction, Range.ALL, List.of(), List.of());
    }

    public Facets with(List<String> newEnumeration) {
        return new Facets(
                minLength, maxLength, totalDigits, fractionDigits, range, newEnumeration, patterns);
    }

    /**
     * Returns facets with bounds of ordered values, as XML Schema writes them; null for none. The
     * inclusive and the exclusive bound of the same end exclude each other.
     */
    public record Range(
            String minInclusive, String minExclusive, String maxInclusive, String maxExclusive) {

        public static final Range ALL = new Range(null, null, null, null);
    }
}
