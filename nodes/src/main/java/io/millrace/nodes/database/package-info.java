/**
 * Nodes that work on databases.
 *
 * <p>In come checked node definitions; out go node plans. Begin with {@link
 * io.millrace.nodes.database.Database}.
 */
package io.millrace.nodes.database;
