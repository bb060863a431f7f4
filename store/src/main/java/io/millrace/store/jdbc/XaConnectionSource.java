package io.millrace.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import javax.transaction.xa.XAResource;

/** A source of connections from the pool, for coordinated units. */
final class XaConnectionSource implements ConnectionSource {

    private final XaPool pool;
    private XaPool.Entry taken;
    private boolean broken;

    XaConnectionSource(XaPool pool) {
        this.pool = pool;
    }

    @Override
    public Connection take() throws SQLException {
        taken = pool.take();
        broken = false;
        try {
            return taken.connection();
        } catch (SQLException e) {
            broken = true;
            giveBack();
            throw e;
        }
    }

    @Override
    public XAResource resource() throws SQLException {
        return taken.resource();
    }

    @Override
    public void giveBack() {
        XaPool.Entry done = taken;
        taken = null;
        pool.giveBack(done, broken);
    }

    @Override
    public void broke() {
        broken = true;
        pool.clear();
    }
}
