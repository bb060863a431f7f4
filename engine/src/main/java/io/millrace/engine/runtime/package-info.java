/**
 * Running flows: compiled graphs, execution groups, instances and their threads, error routing.
 *
 * <p>Input: compiled nodes and their connections. Output: messages. Start reading at {@code
 * CompiledFlow}, then {@code ExecutionGroup}, then {@code FlowInstance}.
 */
@NullMarked
package io.millrace.engine.runtime;

import org.jspecify.annotations.NullMarked;
