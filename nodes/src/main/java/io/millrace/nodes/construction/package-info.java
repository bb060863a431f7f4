/**
 * Nodes that shape a flow: order, errors, trace.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.construction.TryCatch}.
 */
package io.millrace.nodes.construction;
