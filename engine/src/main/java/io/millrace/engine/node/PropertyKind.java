package io.millrace.engine.node;

/** Kind of the value of a property. It determines how the value is checked and edited. */
public enum PropertyKind {
    TEXT,
    INTEGER,
    /** A number of seconds, optionally with a fraction. */
    SECONDS,
    /** A boolean: {@code true} or {@code false}, or the equivalent {@code yes} or {@code no}. */
    BOOLEAN,
    /** A word from a list of valid words. */
    CHOICE,
    /** Name of a queue, checked against the declared queues. */
    QUEUE,
    /** Name of an ESQL module, with or without its schema. */
    ESQL_MODULE,
    /** ESQL expression in the flow itself. */
    ESQL_EXPRESSION,
    /** Text with {@code ${ESQL expression}}. */
    ESQL_PATTERN,
    /** Name of a data source. */
    DATA_SOURCE,
    /** Name of a message domain. */
    DOMAIN,
    /** A list of words, or one word. */
    LIST
}
