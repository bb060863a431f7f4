/**
 * The port to data sources: what nodes and ESQL programs ask of a database, without JDBC.
 *
 * <p>Begin with {@link io.millrace.engine.database.DataSources}.
 */
package io.millrace.engine.database;
