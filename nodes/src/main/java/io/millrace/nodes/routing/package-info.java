/**
 * Nodes that route messages.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.routing.Filter}.
 */
package io.millrace.nodes.routing;
