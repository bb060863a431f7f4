package io.millrace.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;

import java.sql.Connection;
import java.sql.SQLException;

/** A source of connections from the pool, for units without coordination. */
final class LocalConnectionSource implements ConnectionSource {

    private final HikariDataSource pool;
    private Connection taken;

    LocalConnectionSource(HikariDataSource pool) {
        this.pool = pool;
    }

    @Override
    public Connection take() throws SQLException {
        taken = pool.getConnection();
        return taken;
    }

    @Override
    public void giveBack() {
        Connection done = taken;
        taken = null;
        try {
            done.close();
        } catch (SQLException e) {
            // The pool discards lost connections.
        }
    }

    /**
     * Marks the connection as lost. The other connections in the pool are also closed, because they
     * are most likely lost.
     */
    @Override
    public void broke() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }
}
