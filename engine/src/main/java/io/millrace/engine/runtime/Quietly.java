package io.millrace.engine.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes resources that are no longer needed and logs failures at debug level. */
final class Quietly {

    private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

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
