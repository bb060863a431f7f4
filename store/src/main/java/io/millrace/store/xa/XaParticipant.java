package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Participant;

import java.util.Optional;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A participant of coordinated units; used by the thread of the unit only. */
public interface XaParticipant extends Participant {

    /**
     * The resource that the unit is to begin on, opened anew where it was lost.
     *
     * @throws io.millrace.engine.error.MillraceException where it cannot be reached
     */
    XAResource resource();

    /**
     * The work of the unit that is to begin, where this participant does not prepare but decides:
     * then nobody asks for its {@link #resource}. Empty where it is a resource as others.
     *
     * @throws io.millrace.engine.error.MillraceException where it cannot be reached
     */
    default Optional<LastResource> lastResource() {
        return Optional.empty();
    }

    /** {@link XaRecoverable#resourceName}. */
    String resourceName();

    /**
     * What an error of the resource means where no message is to blame for it: that it cannot be
     * reached, that a queue is full. Empty where it refused what it was told.
     */
    Optional<MillraceException> passing(XAException error);
}
