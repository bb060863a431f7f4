/**
 * Nodes that transform messages.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.transformation.Compute}.
 */
package io.millrace.nodes.transformation;
