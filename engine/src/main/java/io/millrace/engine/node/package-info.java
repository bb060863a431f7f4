/**
 * The contract between the runtime and node types.
 *
 * <p>A {@link io.millrace.engine.node.NodeType} consists of data (terminals, properties,
 * documentation) and a method that compiles a node of a flow into a {@link
 * io.millrace.engine.node.NodePlan}. Each flow instance then has its own {@link
 * io.millrace.engine.node.Node}. Start reading at {@code NodeType}.
 */
@NullMarked
package io.millrace.engine.node;

import org.jspecify.annotations.NullMarked;
