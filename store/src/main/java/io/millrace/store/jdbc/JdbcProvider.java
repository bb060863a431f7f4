package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSourceProvider;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.JdbcDrivers;

import java.util.Collection;

/** A provider of data sources on JDBC; found by ServiceLoader. */
public final class JdbcProvider implements DataSourceProvider {

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public DataSources open(Collection<DataSourceDefinition> definitions, JdbcDrivers drivers) {
        return new JdbcDataSources(definitions, drivers);
    }
}
