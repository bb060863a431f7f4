/**
 * Nodes that use databases.
 *
 * <p>Input: checked node definitions. Output: node plans. Start reading at {@link
 * io.millrace.nodes.database.Database}.
 */
package io.millrace.nodes.database;
