package io.millrace.flows;

import io.millrace.engine.error.MillraceException;

/** A callback for errors after which a broker cannot continue. */
@FunctionalInterface
public interface FatalErrorHandler {

    /**
     * Called once, on a thread of the broker, before the broker closes itself.
     *
     * @param reason with HEAP_EXHAUSTED
     */
    void handle(MillraceException reason);
}
