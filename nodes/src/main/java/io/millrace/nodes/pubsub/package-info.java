/**
 * Nodes that publish.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.pubsub.Publication}.
 */
package io.millrace.nodes.pubsub;
