/**
 * The interface to data sources for nodes and ESQL programs, without JDBC.
 *
 * <p>Start reading at {@link io.millrace.engine.database.DataSources}.
 */
@NullMarked
package io.millrace.engine.database;

import org.jspecify.annotations.NullMarked;
