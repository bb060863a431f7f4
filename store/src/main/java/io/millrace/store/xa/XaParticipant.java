package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Participant;

import java.util.Optional;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A participant of coordinated units. For the thread of the unit only. */
public interface XaParticipant extends Participant {

    /**
     * Returns the resource on which the unit begins, opened again if it was lost.
     *
     * @throws io.millrace.engine.error.MillraceException if it cannot be reached
     */
    XAResource resource();

    /**
     * Returns the work of the unit that is about to begin, if this participant decides instead of
     * preparing. Its {@link #resource} is then not used. Empty if it is an ordinary resource.
     *
     * @throws io.millrace.engine.error.MillraceException if it cannot be reached
     */
    default Optional<LastResource> lastResource() {
        return Optional.empty();
    }

    /** See {@link XaRecoverable#resourceName}. */
    String resourceName();

    /**
     * Returns the meaning of a resource error if no message is the cause: the resource cannot be
     * reached, or a queue is full. Empty if the resource refused the operation.
     */
    Optional<MillraceException> passing(XAException error);
}
