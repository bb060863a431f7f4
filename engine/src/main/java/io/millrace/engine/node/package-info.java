/**
 * The contract between the runtime and node types.
 *
 * <p>A {@link io.millrace.engine.node.NodeType} is data (terminals, properties, documentation) and
 * a way to compile a node of a flow into a {@link io.millrace.engine.node.NodePlan}; each flow
 * instance then has a {@link io.millrace.engine.node.Node} of its own. Begin with {@code NodeType}.
 */
package io.millrace.engine.node;
