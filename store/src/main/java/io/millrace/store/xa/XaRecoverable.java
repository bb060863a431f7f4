package io.millrace.store.xa;

import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.Recoverable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.transaction.xa.XAResource;

/** A resource whose prepared branches can be asked for. Safe to use from several threads. */
public interface XaRecoverable extends Recoverable {

    /**
     * Tells this resource manager from all others, in each process, for it is in the log: where the
     * one of this name was asked and has a branch no more, the branch was ended. Without secrets.
     */
    String resourceName();

    /**
     * Opens a connection of its own.
     *
     * @throws io.millrace.engine.error.MillraceException where the resource cannot be reached
     */
    Line connect();

    /**
     * When branches were prepared, by the id that {@link #inDoubt} gives them; none where the
     * resource does not tell.
     */
    default Map<String, Instant> preparedSince() {
        return Map.of();
    }

    /** What it knows of units that its sessions have decided; empty where they never do. */
    default Optional<Decisions> decisions() {
        return Optional.empty();
    }

    /** Of one thread, until it is closed. */
    interface Line extends AutoCloseable {

        XAResource resource();

        @Override
        void close();
    }

    @Override
    default List<InDoubtBranch> inDoubt() {
        return Branches.list(this);
    }

    @Override
    default void end(String id, boolean commit) {
        Branches.end(this, id, commit);
    }
}
