package io.millrace.store.jdbc;

import io.millrace.engine.resource.Retry;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;

import javax.transaction.xa.XAResource;

/** A source of connections that retries if the database is not available. */
record RetriedConnectionSource(ConnectionSource source, Retry retry) implements ConnectionSource {

    @Override
    public Connection take() throws SQLException {
        for (int failures = 1; ; failures++) {
            try {
                return source.take();
            } catch (SQLException e) {
                if (!isPassing(e) || !retry.pause(failures)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Whether the cause of a failure can be transient. A lost connection is transient; a rejected
     * password is not.
     */
    private static boolean isPassing(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql
                    && sql.getSQLState() != null
                    && sql.getSQLState().startsWith("28")) {
                return false;
            }
        }
        return e instanceof SQLTransientException
                || e.getSQLState() != null && e.getSQLState().startsWith("08");
    }

    @Override
    public XAResource resource() throws SQLException {
        return source.resource();
    }

    @Override
    public void giveBack() {
        source.giveBack();
    }

    @Override
    public void broke() {
        source.broke();
    }
}
