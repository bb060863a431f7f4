package io.millrace.engine.node;

/** What a property's value is; decides how it is checked and how an editor shows it. */
public enum PropertyKind {
    TEXT,
    INTEGER,
    /** A number of seconds, with a fraction. */
    SECONDS,
    /** {@code true} or {@code false}; {@code yes} and {@code no} mean the same. */
    BOOLEAN,
    /** One of a list of words. */
    CHOICE,
    /** The name of a queue; checked against the declared ones. */
    QUEUE,
    /** The name of an ESQL module, with or without its schema. */
    ESQL_MODULE,
    /** An ESQL expression, written in the flow itself. */
    ESQL_EXPRESSION,
    /** Text with {@code ${ESQL expression}} in it. */
    ESQL_PATTERN,
    /** The name of a data source. */
    DATA_SOURCE,
    /** The name of a message domain. */
    DOMAIN,
    /** A list of words, or one word. */
    LIST
}
