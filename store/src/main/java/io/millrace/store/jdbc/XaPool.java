package io.millrace.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;

/**
 * The pool of a data source's connections for coordinated units. The connection that was returned
 * last is used first. A connection that was unused for one second is checked before use. Safe for
 * use by several threads.
 */
final class XaPool implements AutoCloseable {

    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int VALID_SECONDS = 2;

    /** A check of each new connection. */
    interface Check {
        void pass(Connection connection) throws SQLException;
    }

    private final XADataSource source;
    private final Check check;
    private final Semaphore places;
    private final int size;
    private final long waitMillis;
    private final ConcurrentLinkedDeque<Entry> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * @param waitMillis time after which a wait for an unused connection fails
     */
    XaPool(XADataSource source, int size, long waitMillis, Check check) {
        this.source = source;
        this.size = size;
        this.waitMillis = waitMillis;
        this.check = check;
        places = new Semaphore(size, true);
    }

    /** A connection of the pool. Only the thread that obtained it can use it. */
    static final class Entry {
        private final XAConnection connection;
        private final XAResource resource;
        private Connection handle;
        private long since;

        private Entry(XAConnection connection) throws SQLException {
            this.connection = connection;
            this.resource = connection.getXAResource();
        }

        /** Returns the connection for statements. */
        Connection connection() throws SQLException {
            if (handle == null) {
                handle = connection.getConnection();
            }
            return handle;
        }

        XAResource resource() {
            return resource;
        }

        private boolean lives() throws SQLException {
            return System.nanoTime() - since < TRUSTED_NANOS || connection().isValid(VALID_SECONDS);
        }

        void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                // The connection is not used again.
            }
        }
    }

    Entry take() throws SQLException {
        acquire();
        try {
            for (Entry entry = idle.pollFirst(); entry != null; entry = idle.pollFirst()) {
                if (livesStill(entry)) {
                    return entry;
                }
                entry.close();
            }
            return open();
        } catch (SQLException | RuntimeException e) {
            places.release();
            throw e;
        }
    }

    /** Returns the number of connections in use. */
    int active() {
        return size - places.availablePermits();
    }

    private static boolean livesStill(Entry entry) {
        try {
            return entry.lives();
        } catch (SQLException e) {
            return false;
        }
    }

    private void acquire() throws SQLException {
        try {
            if (places.tryAcquire(waitMillis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SQLTransientConnectionException(
                "all " + size + " connections of the pool are in use", "08000");
    }

    /** Opens a connection outside the pool, for recovery. */
    Entry open() throws SQLException {
        Entry entry = new Entry(source.getXAConnection());
        try {
            check.pass(entry.connection());
            return entry;
        } catch (SQLException | RuntimeException e) {
            entry.close();
            throw e;
        }
    }

    void giveBack(Entry entry, boolean broken) {
        entry.since = System.nanoTime();
        if (broken || closed) {
            entry.close();
        } else {
            idle.addFirst(entry);
        }
        places.release();
        if (closed) {
            clear();
        }
    }

    /** Closes the unused connections. */
    void clear() {
        for (Entry entry = idle.pollFirst(); entry != null; entry = idle.pollFirst()) {
            entry.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        clear();
    }
}
