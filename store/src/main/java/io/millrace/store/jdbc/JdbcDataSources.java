package io.millrace.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.resource.Secret;
import io.millrace.engine.setting.LimitUse;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.XADataSource;

/**
 * Data sources as pools of JDBC connections without auto-commit. A pool is created when its data
 * source is first opened. Safe for use by several threads.
 */
final class JdbcDataSources implements DataSources {

    private final Map<String, DataSourceDefinition> definitions = new TreeMap<>();
    private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();
    private final Map<String, XaSource> coordinated = new ConcurrentHashMap<>();
    private final JdbcDrivers drivers;

    JdbcDataSources(Collection<DataSourceDefinition> definitions, JdbcDrivers drivers) {
        this.drivers = drivers;
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
            String hint =
                    Problems.didYouMean(
                            name,
                            definitions.keySet(),
                            "add it below dataSources in application.yaml or broker.yaml");
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "unknown data source " + name + "; " + hint,
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
        // The recovery of units needs a driver that does not depend on an application.
        return definition == null || drivers.isOfApplication(definition.url())
                ? Optional.empty()
                : drivers.find(definition.url())
                        .map(d -> coordinated.computeIfAbsent(name, n -> xa(definition, d)));
    }

    private static XaSource xa(DataSourceDefinition definition, Driver driver) {
        Dialect dialect = Dialect.of(definition.url());
        try {
            XADataSource source = dialect.coordinated(definition, driver);
            return source == null ? null : new XaSource(definition, dialect, source);
        } catch (SQLException e) {
            throw JdbcErrors.down(definition, e);
        }
    }

    private HikariDataSource pool(DataSourceDefinition definition) {
        Dialect dialect = Dialect.of(definition.url());
        Map<String, String> properties = new HashMap<>(dialect.properties());
        if (!definition.user().isEmpty()) {
            properties.put("user", definition.user());
            properties.put(
                    "password", definition.password().reveal("data source " + definition.name()));
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("millrace-" + definition.name());
        config.setDataSource(
                new DriverSource(
                        definition, driver(definition), dialect.url(definition.url()), properties));
        config.setAutoCommit(false);
        config.setMaximumPoolSize(definition.poolSize());
        config.setMinimumIdle(0);
        config.setConnectionTimeout(definition.connectMillis());
        // An unavailable database must not prevent the start of flows that may never use it.
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    private Driver driver(DataSourceDefinition definition) {
        return drivers.find(definition.url())
                .orElseThrow(
                        () ->
                                new MillraceException(
                                        ErrorCode.DATABASE_DOWN,
                                        "data source "
                                                + definition.name()
                                                + " cannot be used: no JDBC driver for "
                                                + Secret.masked(definition.url())
                                                + " was found; correct the URL, or copy the jar of"
                                                + " the driver to the folder lib of the home"));
    }

    @Override
    public List<LimitUse> limits() {
        List<LimitUse> uses = new ArrayList<>();
        definitions.forEach(
                (name, definition) -> {
                    if (pools.containsKey(name)) {
                        uses.add(connections(name, local(name), definition));
                    }
                    XaSource source = coordinated.get(name);
                    if (source != null) {
                        uses.add(connections(name + " (coordinated)", source.active(), definition));
                    }
                });
        return uses;
    }

    private long local(String name) {
        HikariDataSource pool = pools.get(name);
        HikariPoolMXBean bean = pool == null ? null : pool.getHikariPoolMXBean();
        return bean == null ? 0 : bean.getActiveConnections();
    }

    @Override
    public long inUse(String name) {
        XaSource source = coordinated.get(name);
        return local(name) + (source == null ? 0 : source.active());
    }

    private static LimitUse connections(
            String object, long active, DataSourceDefinition definition) {
        return LimitUse.count("database connections", object, active, definition.poolSize());
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
        pools.clear();
        coordinated.values().forEach(XaSource::close);
        coordinated.clear();
    }
}
