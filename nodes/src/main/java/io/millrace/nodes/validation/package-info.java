/**
 * Nodes that look whether a message is as it should be.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.validation.Validate}.
 */
package io.millrace.nodes.validation;
