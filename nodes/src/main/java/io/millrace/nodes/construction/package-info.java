/**
 * Nodes for the control of a flow: order, errors, trace.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.construction.TryCatch}.
 */
package io.millrace.nodes.construction;
