/**
 * Nodes of flows that call each other within a broker.
 *
 * <p>Start reading at {@link io.millrace.nodes.callable.CallableFlowInput}.
 */
package io.millrace.nodes.callable;
