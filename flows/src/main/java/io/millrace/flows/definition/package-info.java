/**
 * Flows as their authors wrote them: YAML in, records with places out; nothing is resolved here.
 *
 * <p>In comes the text of a {@code *.flow.yaml} or {@code *.subflow.yaml}; out goes a {@link
 * io.millrace.flows.definition.FlowDefinition}, or problems where the file is not written as one.
 * Next is package {@code check}, which holds the definition against node types. Begin with {@link
 * io.millrace.flows.definition.FlowFile}.
 */
package io.millrace.flows.definition;
