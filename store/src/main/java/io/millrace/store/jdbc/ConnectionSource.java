package io.millrace.store.jdbc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.sql.Connection;
import java.sql.SQLException;

import javax.transaction.xa.XAResource;

/** The source of a session's connection for a unit. For one thread only. */
interface ConnectionSource {

    /** Time without a connection after which a database is considered down. */
    long CONNECT_MILLIS = 10_000;

    Connection take() throws SQLException;

    /** Returns the resource of the connection in use. */
    default XAResource resource() throws SQLException {
        throw new MillraceException(ErrorCode.INTERNAL, "the connection is not coordinated");
    }

    /** Gives back the connection in use. */
    void giveBack();

    /** Marks the connection in use as lost; it must still be given back. */
    void broke();
}
