package io.millrace.store.jdbc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.sql.Connection;
import java.sql.SQLException;

import javax.transaction.xa.XAResource;

/** How a session comes to a connection for a unit, and gives it back. Used by one thread. */
interface Link {

    Connection take() throws SQLException;

    /** The resource of the connection that was taken. */
    default XAResource resource() throws SQLException {
        throw new MillraceException(ErrorCode.INTERNAL, "the connection is not coordinated");
    }

    /** Gives back what was taken. */
    void giveBack();

    /** Says that the connection that was taken is dead; it is still given back. */
    void broke();
}
