package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;

/** The branch of a participant in a unit. */
interface XaBranch {

    /** Returns the name of the resource (see {@link XaRecoverable#resourceName}). */
    String resourceName();

    /** Returns the message of the first error, for display; null if there was no error. */
    String failure();

    /**
     * Returns the reason why the unit did not commit if the cause is not a message; otherwise null.
     */
    MillraceException passing();

    /** Whether the participant was requested to commit and the outcome is unknown. */
    boolean outcomeUnknown();
}
