package io.millrace.parsers.model;

/** A physical format of a message set: the representation of messages as bytes. */
public sealed interface PhysicalFormat permits CwfFormat, TdsFormat, XmlFormat {

    /** Returns the name in flows and message headers, for example {@code cwf} or {@code CWF1}. */
    String name();
}
