/**
 * Flows that run: compiled graphs, execution groups, instances and their threads, failure routing.
 *
 * <p>In come compiled nodes and their connections; out go messages. Begin with {@code
 * CompiledFlow}, then {@code ExecutionGroup}, then {@code FlowInstance}.
 */
package io.millrace.engine.runtime;
