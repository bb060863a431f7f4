package io.millrace.engine.work;

import java.nio.file.Path;

/** Makes a coordinator; found by {@link java.util.ServiceLoader}. */
public interface CoordinatorProvider {

    /**
     * Opens the coordinator of this process.
     *
     * @param folder where it keeps its log, and its name; made where it is missing
     * @throws io.millrace.engine.error.MillraceException with CONFIGURATION where the process has
     *     another one open
     */
    Coordinator open(Path folder);

    /** Whether an earlier process used coordination with this folder. */
    boolean wasUsed(Path folder);
}
