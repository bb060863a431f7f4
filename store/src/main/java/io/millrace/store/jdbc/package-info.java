/**
 * Data sources on JDBC: named pools of connections.
 *
 * <p>Input: statements with ESQL values. Output: rows of ESQL values. Start reading at {@link
 * io.millrace.store.jdbc.JdbcDataSources}.
 */
package io.millrace.store.jdbc;
