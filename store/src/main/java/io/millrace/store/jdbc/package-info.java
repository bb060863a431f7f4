/**
 * Data sources over JDBC: named pools of connections.
 *
 * <p>In come statements with ESQL values, out go rows of ESQL values. Begin with {@link
 * io.millrace.store.jdbc.JdbcDataSources}.
 */
package io.millrace.store.jdbc;
