package io.millrace.engine.queue;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A provider of one kind of store, found by {@link java.util.ServiceLoader} through {@link
 * QueueStores}. Safe for use by several threads.
 */
public interface QueueStoreProvider {

    /** {@code artemis}, {@code memory} ... */
    String name();

    /**
     * Opens a store and starts its services.
     *
     * @throws io.millrace.engine.error.MillraceException with STORE_LOCKED, STORE_NOT_WRITABLE,
     *     STORE_DISK_FULL, PORT_IN_USE, NO_CREDENTIALS or QUEUE_STORE_DOWN
     */
    QueueStore open(QueueStoreSettings settings);

    /**
     * Connects to the store that a running process has opened in a home folder, with the
     * credentials in that folder.
     *
     * @return empty if no process has opened it
     * @throws io.millrace.engine.error.MillraceException with NO_CREDENTIALS if a process has
     *     opened it but this user cannot read its credentials; with QUEUE_STORE_DOWN if it does not
     *     respond
     */
    default Optional<QueueStore> attach(Path home) {
        return Optional.empty();
    }
}
