package io.millrace.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.resource.Secret;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.XADataSource;

/**
 * Data sources as pools of JDBC connections without auto-commit. A pool is created when its data
 * source is first opened. Safe for use by several threads.
 */
public final class JdbcDataSources implements DataSources {

    private final Map<String, DataSourceDefinition> definitions = new TreeMap<>();
    private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();
    private final Map<String, XaSource> coordinated = new ConcurrentHashMap<>();

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
                    "unknown data source " + name + (hint.isEmpty() ? "" : "; " + hint),
                    Insert.of(name));
        }
        HikariDataSource pool = pools.computeIfAbsent(name, n -> pool(definition));
        return new JdbcSession(
                definition,
                new RetriedConnectionSource(new LocalConnectionSource(pool), definition.retry()),
                null);
    }

    @Override
    public Optional<CoordinatedSource> coordinated(String name) {
        DataSourceDefinition definition = definitions.get(name);
        return definition == null
                ? Optional.empty()
                : Optional.ofNullable(coordinated.computeIfAbsent(name, n -> xa(definition)));
    }

    private static XaSource xa(DataSourceDefinition definition) {
        Dialect dialect = Dialect.of(definition.url());
        try {
            XADataSource source = dialect.coordinated(definition);
            return source == null ? null : new XaSource(definition, dialect, source);
        } catch (SQLException e) {
            throw JdbcErrors.down(definition, e);
        }
    }

    private static HikariDataSource pool(DataSourceDefinition definition) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("millrace-" + definition.name());
        Dialect dialect = Dialect.of(definition.url());
        config.setJdbcUrl(dialect.url(definition.url()));
        if (!definition.user().isEmpty()) {
            config.setUsername(definition.user());
            config.setPassword(definition.password().reveal("data source " + definition.name()));
        }
        config.setAutoCommit(false);
        config.setMaximumPoolSize(definition.poolSize());
        config.setMinimumIdle(0);
        config.setConnectionTimeout(definition.connectMillis());
        // An unavailable database must not prevent the start of flows that may never use it.
        config.setInitializationFailTimeout(-1);
        dialect.properties().forEach(config::addDataSourceProperty);
        try {
            return new HikariDataSource(config);
        } catch (RuntimeException e) {
            throw new MillraceException(
                    ErrorCode.DATABASE_DOWN,
                    "data source "
                            + definition.name()
                            + " cannot be used: "
                            + Secret.masked(e.getMessage())
                            + "; correct the URL "
                            + Secret.masked(definition.url())
                            + ", or add the jar of its driver to MILLRACE_CLASSPATH",
                    JdbcErrors.masked(e));
        }
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
        pools.clear();
        coordinated.values().forEach(XaSource::close);
        coordinated.clear();
    }
}
