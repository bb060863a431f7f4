/**
 * Data sources on JDBC: named pools of connections.
 *
 * <p>Input: statements with ESQL values. Output: rows of ESQL values. Begin with {@link
 * io.millrace.store.jdbc.JdbcDataSources}.
 */
package io.millrace.store.jdbc;
