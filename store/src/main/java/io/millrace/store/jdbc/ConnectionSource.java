package io.millrace.store.jdbc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.sql.Connection;
import java.sql.SQLException;

import javax.transaction.xa.XAResource;

/** A source of the connections that a session uses for its units. Only one thread can use it. */
interface ConnectionSource {

    Connection take() throws SQLException;

    /** Returns the resource of the connection in use. */
    default XAResource resource() throws SQLException {
        throw new MillraceException(ErrorCode.INTERNAL, "the connection is not coordinated");
    }

    /** Returns the connection in use to its source. */
    void giveBack();

    /** Marks the connection in use as lost. It must still be returned with {@link #giveBack}. */
    void broke();
}
