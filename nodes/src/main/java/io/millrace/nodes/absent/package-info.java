/**
 * Node types for products that Millrace does not support.
 *
 * <p>Input: checked node definitions. Output: node plans that fail. Start reading at {@link
 * io.millrace.nodes.absent.AbsentProducts}.
 */
package io.millrace.nodes.absent;
