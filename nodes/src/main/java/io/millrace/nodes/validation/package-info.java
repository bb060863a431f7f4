/**
 * Nodes that validate messages.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.validation.Validate}.
 */
package io.millrace.nodes.validation;
