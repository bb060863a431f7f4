package io.millrace.store.jdbc;

import io.millrace.engine.resource.Secret;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;

import javax.sql.DataSource;

/** The connections of one driver to one database. Safe for use by several threads. */
final class DriverSource implements DataSource {

    private final Driver driver;
    private final String url;
    private final Properties properties = new Properties();

    /**
     * @param properties properties of the driver, with user and password
     */
    DriverSource(Driver driver, String url, Map<String, String> properties) {
        this.driver = driver;
        this.url = url;
        this.properties.putAll(properties);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Properties own = new Properties();
        own.putAll(properties);
        Connection connection = driver.connect(url, own);
        if (connection == null) {
            throw new SQLException(
                    "the driver "
                            + driver.getClass().getName()
                            + " does not accept the URL "
                            + Secret.masked(url));
        }
        return connection;
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
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
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
