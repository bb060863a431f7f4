package io.millrace.engine.work;

import java.nio.file.Path;

/** A provider of coordinators, found by {@link java.util.ServiceLoader}. */
public interface CoordinatorProvider {

    /**
     * Opens the coordinator of this process.
     *
     * @param folder folder that contains the log and the name of the coordinator; created if it
     *     does not exist
     * @throws io.millrace.engine.error.MillraceException with CONFIGURATION if the process has
     *     another open coordinator
     */
    Coordinator open(Path folder);

    /** Whether an earlier process used coordination with this folder. */
    boolean wasUsed(Path folder);
}
