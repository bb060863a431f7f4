/**
 * Holds definitions against node types: properties, terminals, connections, subflows.
 *
 * <p>In come {@link io.millrace.flows.definition.FlowDefinition}s; out go {@link
 * io.millrace.flows.check.CheckedFlow}s, in which subflows are put in place and every name is
 * resolved, or problems. Next is package {@code application}, which compiles them. Begin with
 * {@link io.millrace.flows.check.FlowCheck}.
 */
package io.millrace.flows.check;
