package io.millrace.server.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import org.slf4j.LoggerFactory;

/** The log of the process. */
final class Logs {

    private Logs() {}

    /**
     * A switch that turns the log off for commands that report errors themselves, unless {@code
     * millrace.log} is set.
     */
    public static void quiet() {
        boolean requested = System.getProperty("millrace.log") != null;
        if (!requested && LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.OFF);
        }
    }
}
