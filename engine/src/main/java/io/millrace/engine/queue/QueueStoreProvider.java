package io.millrace.engine.queue;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A provider of one kind of store, found by {@link java.util.ServiceLoader} through {@link
 * QueueStores}. Safe for use by several threads.
 */
public interface QueueStoreProvider {

    /** Returns the name of the kind: {@code artemis}, {@code memory} ... */
    String name();

    /**
     * Opens a store and starts its services.
     *
     * @throws io.millrace.engine.error.MillraceException with STORE_LOCKED, STORE_NOT_WRITABLE,
     *     STORE_DISK_FULL, PORT_IN_USE, NO_CREDENTIALS or QUEUE_STORE_DOWN
     */
    QueueStore open(QueueStoreSettings settings);

    /** Whether a folder contains the files of a store of this kind. By default, it has no files. */
    default boolean isHome(Path folder) {
        return false;
    }

    /**
     * Connects to the store that a running process has opened in a home folder, with the
     * credentials in that folder.
     *
     * @return empty if no process has opened the store
     * @throws io.millrace.engine.error.MillraceException with NO_CREDENTIALS if a process has
     *     opened the store but this user cannot read its credentials; with QUEUE_STORE_DOWN if the
     *     process does not respond
     */
    default Optional<QueueStore> attach(Path home) {
        return Optional.empty();
    }
}
