package io.millrace.testing;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.time.Duration;

/**
 * Gives Awaitility a timeout that a busy machine does not reach, and makes it check often. A
 * condition that holds is noticed as soon as with a short timeout.
 */
public final class LongWaits implements BeforeAllCallback {

    private static final Duration MAX_WAIT = Duration.ofMinutes(4);
    private static final Duration INTERVAL = Duration.ofMillis(20);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(MAX_WAIT);
        Awaitility.setDefaultPollInterval(INTERVAL);
    }
}
