package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** An XML format: a document whose tags and attributes are those of the model. */
public record XmlFormat(String name, XmlSettings settings) implements PhysicalFormat {

    public XmlFormat {
        requireNonNull(name);
        requireNonNull(settings);
    }
}
