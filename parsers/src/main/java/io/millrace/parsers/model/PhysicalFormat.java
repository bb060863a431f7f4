package io.millrace.parsers.model;

/** A physical format of a message set: how messages look as bytes. */
public sealed interface PhysicalFormat permits CwfFormat, TdsFormat, XmlFormat {

    /** Returns what flows and message headers call it, for example {@code cwf} or {@code CWF1}. */
    String name();
}
