/**
 * Code that node types share: descriptions, execution of ESQL, and puts to queues.
 *
 * <p>Start reading at {@link io.millrace.nodes.common.DescribedNode}.
 */
package io.millrace.nodes.common;
