package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Participant;

import java.util.Optional;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A participant of coordinated units. Only the thread of the unit can use it. */
public interface XaParticipant extends Participant {

    /**
     * Returns the resource on which the unit begins. A lost resource is opened again.
     *
     * @throws io.millrace.engine.error.MillraceException if the resource cannot be reached
     */
    XAResource resource();

    /**
     * Returns the work of the unit that is about to begin, if this participant decides instead of
     * preparing. Then {@link #resource} is not used. Empty for an ordinary resource.
     *
     * @throws io.millrace.engine.error.MillraceException if the resource cannot be reached
     */
    default Optional<LastResource> lastResource() {
        return Optional.empty();
    }

    /** Returns the name of the resource (see {@link XaRecoverable#resourceName}). */
    String resourceName();

    /**
     * Returns the exception for a resource error that is not caused by the message: the resource
     * cannot be reached, or a queue is full. Empty if the resource rejected the operation.
     */
    Optional<MillraceException> passing(XAException error);
}
