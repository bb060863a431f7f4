/**
 * Nodes that publish messages.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.pubsub.Publication}.
 */
package io.millrace.nodes.pubsub;
