package io.millrace.parsers.model;

import java.util.Objects;

/**
 * Representation of values in XML, for elements that do not specify it.
 *
 * @param booleans strings that are written; those of XML Schema are also read
 * @param dateTime the pattern of {@code dateTime}; null for XML Schema's form
 * @param date the pattern of {@code date}; null for XML Schema's form
 * @param time the pattern of {@code time}; null for XML Schema's form
 */
public record XmlValueFormats(BooleanStrings booleans, String dateTime, String date, String time) {

    public static final XmlValueFormats DEFAULTS =
            new XmlValueFormats(new BooleanStrings("true", "false", null), null, null, null);

    public XmlValueFormats {
        Objects.requireNonNull(booleans);
    }
}
