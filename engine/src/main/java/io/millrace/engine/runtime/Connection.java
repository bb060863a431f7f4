package io.millrace.engine.runtime;

/**
 * A connection of a compiled flow. Nodes are identified by their index.
 *
 * @param from node of the output terminal
 * @param terminal name of the output terminal
 * @param to target node
 * @param input index of the input terminal in the description of its type
 */
record Connection(int from, String terminal, int to, int input) {}
