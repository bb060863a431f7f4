/**
 * The interface to data sources for nodes and ESQL programs, without JDBC except {@link
 * io.millrace.engine.database.JdbcDrivers}, which class loaders supply.
 *
 * <p>Start reading at {@link io.millrace.engine.database.DataSources}.
 */
@NullMarked
package io.millrace.engine.database;

import org.jspecify.annotations.NullMarked;
