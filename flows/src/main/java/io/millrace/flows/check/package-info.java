/**
 * Validation of definitions against node types: properties, terminals, connections, subflows.
 *
 * <p>Input: {@link io.millrace.flows.definition.FlowDefinition}s. Output: {@link
 * io.millrace.flows.check.CheckedFlow}s, in which subflows are inlined and every name is resolved,
 * or problems. The next package is {@code compile}, which compiles them. Start reading at {@link
 * io.millrace.flows.check.FlowCheck}.
 */
package io.millrace.flows.check;
