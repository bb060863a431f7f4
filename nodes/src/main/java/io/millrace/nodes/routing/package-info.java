/**
 * Nodes that decide where a message goes.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.routing.Filter}.
 */
package io.millrace.nodes.routing;
