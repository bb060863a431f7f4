package io.millrace.connectors.http.port;

import org.slf4j.bridge.SLF4JBridgeHandler;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The log of Helidon, which uses java.util.logging. Warnings of Helidon are written to SLF4J. */
public final class HelidonLog {

    /**
     * The loggers with changed settings. The log manager references loggers weakly, so without this
     * reference the settings could be lost.
     */
    private static final Logger HELIDON = Logger.getLogger("io.helidon");

    private HelidonLog() {}

    /** Connects the log of Helidon. Other loggers of java.util.logging are not changed. */
    public static synchronized void connect() {
        if (HELIDON.getUseParentHandlers()) {
            HELIDON.setUseParentHandlers(false);
            HELIDON.setLevel(Level.WARNING);
            HELIDON.addHandler(new SLF4JBridgeHandler());
        }
    }
}
