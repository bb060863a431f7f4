package io.millrace.engine.queue;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Opens stores of one kind; found by {@link java.util.ServiceLoader} through {@link QueueStores}.
 * Safe to use from several threads.
 */
public interface QueueStoreProvider {

    /** {@code artemis}, {@code memory} ... */
    String name();

    /**
     * Opens a store, and starts what it needs.
     *
     * @throws io.millrace.engine.error.MillraceException with STORE_LOCKED, STORE_NOT_WRITABLE,
     *     STORE_DISK_FULL, PORT_IN_USE, NO_CREDENTIALS or QUEUE_STORE_DOWN
     */
    QueueStore open(QueueStoreSettings settings);

    /**
     * Connects to the store that a running process has open in a home folder, with the credentials
     * that it left there.
     *
     * @return empty when no process has it open
     * @throws io.millrace.engine.error.MillraceException with NO_CREDENTIALS when a process has it
     *     open but this user may not read its credentials, with QUEUE_STORE_DOWN when it does not
     *     answer
     */
    default Optional<QueueStore> attach(Path home) {
        return Optional.empty();
    }
}
