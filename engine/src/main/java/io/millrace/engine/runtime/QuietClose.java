package io.millrace.engine.runtime;

import io.millrace.engine.error.EventLog;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A utility that closes resources that are no longer needed and logs failures at debug level. */
final class QuietClose {

    private static final Logger LOG = EventLog.of(QuietClose.class);

    private QuietClose() {}

    static void close(@Nullable AutoCloseable resource) {
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
