package io.millrace.flows;

import io.millrace.engine.error.MillraceException;

/** Receives the error after which a {@link Broker} cannot continue. */
@FunctionalInterface
public interface FatalErrorHandler {

    /**
     * Called at most once, on a thread of its own, before the broker closes itself. From then on
     * every call of the broker fails with the same error. A handler that starts the broker again
     * must close it first.
     *
     * @param error with its code: STORE_DISK_FULL where Artemis found no space for a write,
     *     QUEUE_STORE_DOWN where the disk failed, HEAP_EXHAUSTED
     */
    void onFatalError(MillraceException error);
}
