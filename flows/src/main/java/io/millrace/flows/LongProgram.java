package io.millrace.flows;

/**
 * An ESQL program that has run for a long time.
 *
 * @param node name of its node in the form {@code flow.node}
 * @param instance name of the thread: group, flow, input node and number
 * @param statement position and source of the statement that it executes
 * @param ownMillis duration without waits and without the nodes to which it propagates
 */
public record LongProgram(String node, String instance, String statement, long ownMillis) {}
