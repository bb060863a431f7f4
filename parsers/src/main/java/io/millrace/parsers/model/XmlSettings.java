package io.millrace.parsers.model;

/**
 * Settings of all messages of an XML format.
 *
 * @param rootTag the tag around the message's tag; empty if the message's tag is the root
 * @param lenient whether tags and attributes that the model does not permit are skipped; otherwise
 *     they are an error
 * @param dateTimes rules for dates and times
 */
public record XmlSettings(
        String rootTag,
        boolean lenient,
        XmlProlog prolog,
        XmlNamespaces namespaces,
        XmlValueFormats texts,
        XmlNulls nulls,
        DateTimeRules dateTimes) {

    public static final XmlSettings DEFAULTS =
            new XmlSettings(
                    "",
                    false,
                    XmlProlog.DEFAULTS,
                    XmlNamespaces.DEFAULTS,
                    XmlValueFormats.DEFAULTS,
                    XmlNulls.DEFAULTS,
                    DateTimeRules.DEFAULTS);
}
