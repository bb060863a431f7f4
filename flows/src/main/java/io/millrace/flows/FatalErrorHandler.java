package io.millrace.flows;

import io.millrace.engine.error.MillraceException;

/** A handler of a permanent failure of a {@link Broker}. */
@FunctionalInterface
public interface FatalErrorHandler {

    /**
     * Handles the error. Called at most once, on a separate thread, before the broker closes
     * itself. From then on every call of the broker fails with the same error. A handler that
     * starts the broker again must close it first.
     *
     * @param error error with its code: STORE_DISK_FULL if Artemis found no space for a write,
     *     QUEUE_STORE_DOWN if the disk failed, HEAP_EXHAUSTED if the heap is exhausted
     */
    void onFatalError(MillraceException error);
}
