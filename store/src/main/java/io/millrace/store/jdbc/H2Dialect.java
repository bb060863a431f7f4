package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;

import javax.sql.XADataSource;

/**
 * The dialect of H2. H2 is configured to write its log at each commit ({@code WRITE_DELAY=0}). With
 * its default, the commits of the last half second are lost if the process ends abnormally. H2
 * never forces writes to disk, so it is not safe against a power failure. A database in memory
 * exists until the process ends.
 *
 * <p>H2 must not write its trace file: if it cannot, it prints stack traces. Its errors reach the
 * caller as exceptions.
 */
final class H2Dialect extends Dialect {

    private static final String DATA_SOURCE = "org.h2.jdbcx.JdbcDataSource";

    @Override
    String url(String url) {
        String upper = url.toUpperCase(Locale.ROOT);
        if (upper.startsWith("JDBC:H2:MEM:")) {
            return upper.contains("DB_CLOSE_DELAY") ? url : url + ";DB_CLOSE_DELAY=-1";
        }
        String durable = upper.contains("WRITE_DELAY") ? url : url + ";WRITE_DELAY=0";
        boolean isRemote = upper.startsWith("JDBC:H2:TCP:") || upper.startsWith("JDBC:H2:SSL:");
        return isRemote || upper.contains("TRACE_LEVEL_FILE")
                ? durable
                : durable + ";TRACE_LEVEL_FILE=0";
    }

    /**
     * Creates the data source with the class loader of the driver, which can be the class loader of
     * a home.
     */
    @Override
    XADataSource coordinated(DataSourceDefinition definition, Driver driver) throws SQLException {
        try {
            ClassLoader loader = driver.getClass().getClassLoader();
            Class<?> type = Class.forName(DATA_SOURCE, true, loader);
            Object source = type.getConstructor().newInstance();
            type.getMethod("setURL", String.class).invoke(source, url(definition.url()));
            type.getMethod("setUser", String.class).invoke(source, definition.user());
            type.getMethod("setPassword", String.class)
                    .invoke(source, definition.password().reveal());
            return (XADataSource) source;
        } catch (ReflectiveOperationException e) {
            throw new SQLException("the driver of H2 has no usable class " + DATA_SOURCE, e);
        }
    }
}
