package io.millrace.server.command;

import io.millrace.engine.error.Problems;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** A check of the system properties of Millrace, which {@code MILLRACE_OPTS} can contain. */
final class SystemProperties {

    private static final String PREFIX = "millrace.";

    /**
     * Properties whose values are log levels. Logback would log everything if a level were unknown.
     */
    private static final List<String> LOGS =
            List.of("millrace.log", "millrace.log.artemis", "millrace.log.hikari");

    private static final Set<String> LEVELS =
            Set.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL");

    private static final List<String> SWITCHES =
            List.of("millrace.stacktraces", "millrace.terminal");

    /** Properties that the launcher and tests set. */
    private static final Set<String> INTERNAL =
            Set.of("millrace.running", "millrace.root", "millrace.commit");

    private SystemProperties() {}

    /**
     * Returns a description of the first property with an invalid value; empty if all values are
     * valid.
     */
    public static Optional<String> invalidValue(Properties properties) {
        for (String name : LOGS) {
            String level = properties.getProperty(name);
            if (level != null && !LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
                return Optional.of(
                        name
                                + " must be ERROR, WARN, INFO, DEBUG, TRACE or OFF (found "
                                + level
                                + ")");
            }
        }
        for (String name : SWITCHES) {
            String value = properties.getProperty(name);
            if (value != null && !value.equals("true") && !value.equals("false")) {
                return Optional.of(name + " must be true or false (found " + value + ")");
            }
        }
        return Optional.empty();
    }

    /** Returns a description of the first unknown Millrace property; empty if all are known. */
    public static Optional<String> unknownName(Properties properties) {
        Set<String> known = new TreeSet<>(LOGS);
        known.addAll(SWITCHES);
        return new TreeSet<>(properties.stringPropertyNames())
                .stream()
                        .filter(name -> name.startsWith(PREFIX))
                        .filter(name -> !known.contains(name) && !INTERNAL.contains(name))
                        .findFirst()
                        .map(
                                name ->
                                        "unknown property "
                                                + name
                                                + " in MILLRACE_OPTS; "
                                                + Problems.didYouMean(
                                                        name,
                                                        known,
                                                        "known are " + String.join(", ", known)));
    }
}
