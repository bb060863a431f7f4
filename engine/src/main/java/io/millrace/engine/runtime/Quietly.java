package io.millrace.engine.runtime;

import io.millrace.engine.error.EventLog;

import org.slf4j.Logger;

/** Closes what is given up anyway: a failure then is worth a debug line and no more. */
final class Quietly {

    private static final Logger LOG = EventLog.of(Quietly.class);

    private Quietly() {}

    static void close(AutoCloseable resource) {
        if (resource == null) {
            return;
        }
        try {
            resource.close();
        } catch (Exception failure) {
            LOG.debug("closing {} failed: {}", resource, failure.toString());
        }
    }
}
