package io.millrace.parsers.model;

/**
 * Representation of values in XML, for elements that do not specify it.
 *
 * @param booleans strings that are written; those of XML Schema are also read
 * @param dateTime the pattern of {@code dateTime}; null for XML Schema's form
 * @param date the pattern of {@code date}; null for XML Schema's form
 * @param time the pattern of {@code time}; null for XML Schema's form
 */
public record XmlValueFormats(
        BooleanStrings booleans,
        @Key("dateTimeFormat") String dateTime,
        @Key("dateFormat") String date,
        @Key("timeFormat") String time) {

    public static final XmlValueFormats DEFAULTS =
            new XmlValueFormats(new BooleanStrings("true", "false", null), null, null, null);
}
