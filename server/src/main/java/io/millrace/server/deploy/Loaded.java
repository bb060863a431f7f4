package io.millrace.server.deploy;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.flows.Application;
import io.millrace.flows.Placement;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * An application or library that was unpacked, checked and compiled.
 *
 * @param folder folder that contains only the unpacked application
 * @param base application as in its files
 * @param application application with the assignments of the operator
 */
record Loaded(Path folder, Manifest manifest, Application base, Application application)
        implements AutoCloseable {

    private static final Logger LOG = EventLog.of(Loaded.class);

    boolean isLibrary() {
        return base.isLibrary();
    }

    /** Whether this application uses a library. */
    boolean uses(String library) {
        return manifest.libraries().containsKey(library);
    }

    /**
     * Returns this application with the given assignments. Assignments of unknown flows are
     * omitted.
     */
    Loaded assigned(Map<String, Placement> assignments) {
        Application changed = base;
        for (Map.Entry<String, Placement> assignment : assignments.entrySet()) {
            if (base.flows().contains(assignment.getKey())) {
                changed = changed.assigned(assignment.getKey(), assignment.getValue());
            }
        }
        return new Loaded(folder, manifest, base, changed);
    }

    /** Deletes the unpacked files. */
    @Override
    public void close() {
        delete(folder);
    }

    static void delete(Path folder) {
        try {
            ServerHome.delete(folder);
        } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", folder, FileErrors.reason(e));
        }
    }
}
