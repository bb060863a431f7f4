package io.millrace.server.console;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The log of the process. */
public final class Logs {

    private static final List<String> PROPERTIES =
            List.of("millrace.log", "millrace.log.artemis", "millrace.log.hikari");
    private static final Set<String> LEVELS =
            Set.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL");

    private Logs() {}

    /**
     * Returns a description of the first system property of the log that has an unknown level;
     * empty if none has. Logback would print everything.
     */
    public static Optional<String> invalidLevel() {
        for (String name : PROPERTIES) {
            String level = System.getProperty(name);
            if (level != null && !LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
                return Optional.of(
                        name
                                + " must be ERROR, WARN, INFO, DEBUG, TRACE or OFF (found "
                                + level
                                + ")");
            }
        }
        return Optional.empty();
    }

    /**
     * Disables the log, for commands that report errors themselves, unless {@code millrace.log} is
     * set.
     */
    public static void quiet() {
        boolean requested = System.getProperty("millrace.log") != null;
        if (!requested && LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.OFF);
        }
    }
}
