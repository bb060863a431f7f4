package io.millrace.parsers.model;

/**
 * Strings for TRUE and FALSE.
 *
 * @param nullValue null if there is none
 */
public record BooleanStrings(
        @Key("booleanTrueValue") String trueValue,
        @Key("booleanFalseValue") String falseValue,
        @Key("booleanNullValue") String nullValue) {

    public static final BooleanStrings DEFAULTS = new BooleanStrings("1", "0", null);
}
