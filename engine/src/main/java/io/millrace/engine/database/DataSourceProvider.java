package io.millrace.engine.database;

import java.util.Collection;

/**
 * A provider of data sources, found by {@link java.util.ServiceLoader}, so that programs without
 * databases need no JDBC pool. Safe for use by several threads.
 */
public interface DataSourceProvider {

    /** Returns the name of the provider, for example {@code jdbc}. */
    String name();

    /**
     * Creates the data sources. Connections are opened when they are first used.
     *
     * @param drivers drivers of the databases
     */
    DataSources open(Collection<DataSourceDefinition> definitions, JdbcDrivers drivers);
}
