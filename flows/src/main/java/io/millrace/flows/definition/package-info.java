/**
 * Flows as written by their authors. YAML is read into records with positions; names are not
 * resolved.
 *
 * <p>Input: the text of a {@code *.flow.yaml} or {@code *.subflow.yaml}. Output: a {@link
 * io.millrace.flows.definition.FlowDefinition}, or problems if the syntax of the file is invalid.
 * The next package is {@code check}, which validates the definition against node types. Start
 * reading at {@link io.millrace.flows.definition.FlowFile}.
 */
package io.millrace.flows.definition;
