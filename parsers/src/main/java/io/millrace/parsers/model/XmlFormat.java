package io.millrace.parsers.model;

import java.util.Objects;

/** An XML format: a document whose tags and attributes are those of the model. */
public record XmlFormat(String name, XmlSettings settings) implements PhysicalFormat {

    public XmlFormat {
        Objects.requireNonNull(name);
        Objects.requireNonNull(settings);
    }
}
