/**
 * Nodes that make messages of messages.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.transformation.Compute}.
 */
package io.millrace.nodes.transformation;
