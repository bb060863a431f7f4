package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.resource.Secret;

import org.slf4j.Logger;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

/**
 * A data source that opens connections of one driver to one database. Safe for use by several
 * threads.
 */
final class DriverSource implements DataSource {

    private static final Logger LOG = EventLog.of(DriverSource.class);

    private final DataSourceDefinition definition;
    private final Driver driver;
    private final String url;
    private final Properties properties = new Properties();

    /** Whether the last attempt failed. The pool repeats attempts, but the log reports one. */
    private final AtomicBoolean isDown = new AtomicBoolean();

    /**
     * @param url URL with the settings of the dialect
     * @param properties properties of the driver, with user and password
     */
    DriverSource(
            DataSourceDefinition definition,
            Driver driver,
            String url,
            Map<String, String> properties) {
        this.definition = definition;
        this.driver = driver;
        this.url = url;
        this.properties.putAll(properties);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Properties own = new Properties();
        own.putAll(properties);
        Connection connection;
        try {
            connection = driver.connect(url, own);
        } catch (SQLException e) {
            report(e);
            throw e;
        }
        isDown.set(false);
        if (connection == null) {
            throw new SQLException(
                    "the driver "
                            + driver.getClass().getName()
                            + " does not accept the URL "
                            + Secret.masked(url));
        }
        return connection;
    }

    /** Reports the first failed attempt, because the pool repeats it before a caller fails. */
    private void report(SQLException e) {
        if (isDown.compareAndSet(false, true)) {
            LOG.warn(
                    "{}: {}; the attempt is repeated for {} s",
                    ErrorCode.DATABASE_DOWN.id(),
                    JdbcErrors.unreachable(definition, e),
                    JdbcErrors.seconds(definition.connectMillis()));
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user is a property of the data source");
    }

    /** Sets the value that drivers read as the maximum time to connect. */
    @Override
    public void setLoginTimeout(int seconds) {
        DriverManager.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public java.util.logging.Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not a wrapper of " + type.getName());
    }
}
