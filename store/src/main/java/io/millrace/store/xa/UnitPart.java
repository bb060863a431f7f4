package io.millrace.store.xa;

import io.millrace.engine.error.MillraceException;

/** A participant as its unit knows it. */
interface UnitPart {

    /** {@link XaRecoverable#resourceName}. */
    String resourceName();

    /** What went wrong first, for people; null where all went well. */
    String failure();

    /** Why the unit did not commit, where no message is to blame for it; else null. */
    MillraceException passing();

    /** Whether it was told to commit, and nobody knows whether it did. */
    boolean outcomeUnknown();
}
