package io.millrace.engine.node;

/**
 * A terminal of a node type.
 *
 * @param name as in WMQI, for example {@code failure}
 * @param description one sentence
 */
public record TerminalDescription(String name, String description) {}
