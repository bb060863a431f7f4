package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;

import org.h2.jdbcx.JdbcDataSource;

import java.util.Locale;

import javax.sql.XADataSource;

/**
 * The dialect of H2. Here H2 writes its log at each commit ({@code WRITE_DELAY=0}). With the
 * default of H2, the commits of half a second are lost if the process ends abnormally. H2 never
 * forces writes to disk, so it is not safe against a power failure. A database in memory exists
 * until the process ends.
 */
final class H2Dialect extends Dialect {

    @Override
    String url(String url) {
        String upper = url.toUpperCase(Locale.ROOT);
        if (upper.startsWith("JDBC:H2:MEM:")) {
            return upper.contains("DB_CLOSE_DELAY") ? url : url + ";DB_CLOSE_DELAY=-1";
        }
        return upper.contains("WRITE_DELAY") ? url : url + ";WRITE_DELAY=0";
    }

    @Override
    XADataSource coordinated(DataSourceDefinition definition) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url(definition.url()));
        source.setUser(definition.user());
        source.setPassword(definition.password().reveal());
        return source;
    }
}
