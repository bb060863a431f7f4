package io.millrace.server.deploy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A change that an administrator made: an entry of the deployment log.
 *
 * @param number number from 1, without gaps
 * @param time time of the change, in the form of ISO 8601, in UTC
 * @param author user who made the change, as the command reports it
 * @param operation kind of change, for example {@code deploy}
 * @param applications new state of the changed applications by name; null for a removed application
 */
public record Revision(
        long number,
        String time,
        String author,
        String operation,
        Map<String, Installed> applications) {

    public Revision {
        applications = new LinkedHashMap<>(applications);
    }

    /** Returns the change in one line. */
    public String describe() {
        String changed =
                applications.entrySet().stream()
                        .map(
                                e ->
                                        e.getValue() == null || e.getValue().version().isEmpty()
                                                ? e.getKey()
                                                : e.getKey() + " " + e.getValue().version())
                        .collect(Collectors.joining(", "));
        return "revision %d (%s of %s by %s at %s)"
                .formatted(number, operation, changed, author, time);
    }
}
