/**
 * Nodes that control a flow: order, errors and traces.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.construction.TryCatch}.
 */
package io.millrace.nodes.construction;
