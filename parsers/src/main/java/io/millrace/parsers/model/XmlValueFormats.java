package io.millrace.parsers.model;

/**
 * Representation of values in XML, for elements that do not specify it.
 *
 * @param booleans strings to write for booleans; the strings of XML Schema are also accepted on
 *     input
 * @param dateTime pattern of {@code dateTime}; null for the form of XML Schema
 * @param date pattern of {@code date}; null for the form of XML Schema
 * @param time pattern of {@code time}; null for the form of XML Schema
 */
public record XmlValueFormats(
        BooleanStrings booleans,
        @Key("dateTimeFormat") String dateTime,
        @Key("dateFormat") String date,
        @Key("timeFormat") String time) {

    public static final XmlValueFormats DEFAULTS =
            new XmlValueFormats(new BooleanStrings("true", "false", null), null, null, null);
}
