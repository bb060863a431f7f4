package io.millrace.engine.node;

/**
 * A terminal of a node type.
 *
 * @param name name as in WMQI, for example {@code failure}
 * @param description description in one sentence
 */
public record TerminalDescription(String name, String description) {}
