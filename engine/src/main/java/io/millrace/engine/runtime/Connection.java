package io.millrace.engine.runtime;

/**
 * A connection of a compiled flow; nodes are given by their index in the flow.
 *
 * @param from the node whose output terminal it starts at
 * @param terminal the output terminal's name
 * @param to the node that it leads to
 * @param input the index of the input terminal in its type's description
 */
public record Connection(int from, String terminal, int to, int input) {}
