package io.millrace.engine.database;

import java.util.Collection;

/**
 * Makes data sources from their definitions; found by {@link java.util.ServiceLoader}, so that who
 * does without databases needs no JDBC pool. Safe to use from several threads.
 */
public interface DataSourceProvider {

    /** For example {@code jdbc}. */
    String name();

    /** Opens no connection yet: a database that is down shows when it is first used. */
    DataSources open(Collection<DataSourceDefinition> definitions);
}
