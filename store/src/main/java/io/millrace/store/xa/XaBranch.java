package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;

/** A participant, as used by its unit. */
interface XaBranch {

    /** See {@link XaRecoverable#resourceName}. */
    String resourceName();

    /** Returns the first error as text for users; null if there was none. */
    String failure();

    /**
     * Returns the reason why the unit did not commit if no message is the cause; otherwise null.
     */
    MillraceException passing();

    /** Whether the participant was to commit and the outcome is unknown. */
    boolean outcomeUnknown();
}
