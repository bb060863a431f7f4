package io.millrace.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;

import java.sql.Connection;
import java.sql.SQLException;

/** Connections of the pool for units without coordination. */
final class PooledLink implements Link {

    private final HikariDataSource pool;
    private Connection taken;

    PooledLink(HikariDataSource pool) {
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
            // The pool throws dead connections away.
        }
    }

    /** The others in the pool are of the same age, and most likely dead too. */
    @Override
    public void broke() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }
}
