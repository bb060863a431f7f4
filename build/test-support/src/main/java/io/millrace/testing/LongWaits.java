package io.millrace.testing;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.time.Duration;

/**
 * Sets a timeout of Awaitility that is long enough for a busy machine, and a short interval between
 * its checks. A long timeout does not delay a test whose condition becomes true.
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
