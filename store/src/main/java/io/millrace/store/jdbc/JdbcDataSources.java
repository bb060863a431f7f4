package io.millrace.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.Secret;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Data sources as pools of JDBC connections that do not commit by themselves. A pool is made when
 * its data source is first opened. Safe to use from several threads.
 *
 * <p>H2 writes its log at each commit here ({@code WRITE_DELAY=0}; with its default, half a second
 * of commits is lost when the process dies), but never forces the disk: it is not safe against a
 * failure of the power.
 */
public final class JdbcDataSources implements DataSources {

    static final long CONNECT_MILLIS = 10_000;

    private final Map<String, DataSourceDefinition> definitions = new TreeMap<>();
    private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();

    JdbcDataSources(Collection<DataSourceDefinition> definitions) {
        definitions.forEach(d -> this.definitions.put(d.name(), d));
    }

    @Override
    public Collection<String> names() {
        return definitions.keySet();
    }

    @Override
    public DatabaseSession open(String name) {
        DataSourceDefinition definition = definitions.get(name);
        if (definition == null) {
            String hint = Problems.didYouMean(name, definitions.keySet());
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "there is no data source " + name + (hint.isEmpty() ? "" : "; " + hint),
                    Insert.of(name));
        }
        return new JdbcSession(definition, pools.computeIfAbsent(name, n -> pool(definition)));
    }

    private static HikariDataSource pool(DataSourceDefinition definition) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("millrace-" + definition.name());
        config.setJdbcUrl(url(definition.url()));
        if (!definition.user().isEmpty()) {
            config.setUsername(definition.user());
            config.setPassword(definition.password().reveal());
        }
        config.setAutoCommit(false);
        config.setMaximumPoolSize(definition.poolSize());
        config.setMinimumIdle(0);
        config.setConnectionTimeout(CONNECT_MILLIS);
        // A database that is down must not keep flows from starting that may never use it.
        config.setInitializationFailTimeout(-1);
        properties(definition.url()).forEach(config::addDataSourceProperty);
        try {
            return new HikariDataSource(config);
        } catch (RuntimeException e) {
            throw new MillraceException(
                    ErrorCode.DATABASE_DOWN,
                    "data source "
                            + definition.name()
                            + " cannot be used: "
                            + Secret.masked(e.getMessage())
                            + "; is the driver for "
                            + Secret.masked(definition.url())
                            + " on the class path?",
                    JdbcErrors.masked(e));
        }
    }

    /**
     * What a driver is told besides its URL, which may say otherwise. PostgreSQL takes JDBC's call
     * for a SELECT, which no procedure can stand in, unless it is told.
     */
    static Map<String, String> properties(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:")
                ? Map.of("escapeSyntaxCallMode", "callIfNoReturn")
                : Map.of();
    }

    /** A JDBC URL with what H2 needs to keep what was committed. */
    static String url(String url) {
        String upper = url.toUpperCase(Locale.ROOT);
        if (!upper.startsWith("JDBC:H2:")) {
            return url;
        }
        if (upper.startsWith("JDBC:H2:MEM:")) {
            return upper.contains("DB_CLOSE_DELAY") ? url : url + ";DB_CLOSE_DELAY=-1";
        }
        return upper.contains("WRITE_DELAY") ? url : url + ";WRITE_DELAY=0";
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
        pools.clear();
    }
}
