package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.Recoverable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A resource that can list its prepared branches. Safe for use by several threads. */
public interface XaRecoverable extends Recoverable {

    /**
     * Returns a name that distinguishes this resource manager from all others, in each process. It
     * is written to the log: if the resource with this name no longer lists a branch, the branch
     * has ended. It contains no secrets.
     */
    String resourceName();

    /**
     * Opens a separate connection.
     *
     * @throws MillraceException if the resource cannot be reached
     */
    Line connect();

    /** Returns the exception for a lost connection. */
    MillraceException down(XAException error);

    /**
     * Returns the times at which branches were prepared, by the id from {@link #inDoubt}; empty if
     * the resource does not report times.
     */
    default Map<String, Instant> preparedSince() {
        return Map.of();
    }

    /**
     * Returns the decisions of units whose outcome a session of this resource determined. Returns
     * empty if sessions never determine the outcome.
     */
    default Optional<Decisions> decisions() {
        return Optional.empty();
    }

    /** A connection that one thread uses until it closes the connection. */
    interface Line extends AutoCloseable {

        XAResource resource();

        @Override
        void close();
    }

    @Override
    default List<InDoubtBranch> inDoubt() {
        return PreparedBranches.list(this);
    }

    @Override
    default void end(String id, boolean commit) {
        PreparedBranches.end(this, id, commit);
    }
}
