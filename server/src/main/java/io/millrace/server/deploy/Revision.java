package io.millrace.server.deploy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A change by an administrator; an entry of the deployment log.
 *
 * @param number number from 1, without gaps
 * @param time time of the change, in the form of ISO 8601, in UTC
 * @param author user who made the change: its name or, for the local administrator, as the command
 *     reports it
 * @param operation kind of change, for example {@code deploy}
 * @param applications new state of the changed applications by name; null for a removed application
 * @param queues new attributes of the changed queues by name, as far as an operator has set them;
 *     null for a deleted queue
 */
public record Revision(
        long number,
        String time,
        String author,
        String operation,
        Map<String, Installed> applications,
        Map<String, Map<String, String>> queues) {

    public Revision {
        applications = new LinkedHashMap<>(applications);
        queues = queues == null ? Map.of() : new LinkedHashMap<>(queues);
    }

    /** Creates a change of applications. */
    Revision(
            long number,
            String time,
            String author,
            String operation,
            Map<String, Installed> applications) {
        this(number, time, author, operation, applications, Map.of());
    }

    /** Returns this change, reduced to some of its applications and queues. */
    public Revision only(Predicate<String> ofApplications, Predicate<String> ofQueues) {
        Map<String, Installed> fewer = new LinkedHashMap<>(applications);
        fewer.keySet().removeIf(ofApplications.negate());
        Map<String, Map<String, String>> fewerQueues = new LinkedHashMap<>(queues);
        fewerQueues.keySet().removeIf(ofQueues.negate());
        return new Revision(number, time, author, operation, fewer, fewerQueues);
    }

    /** Returns the change in one line. */
    public String describe() {
        List<String> changed = new ArrayList<>();
        queues.keySet().forEach(queue -> changed.add("queue " + queue));
        applications.forEach(
                (name, installed) ->
                        changed.add(
                                installed == null || installed.version().isEmpty()
                                        ? name
                                        : name + " " + installed.version()));
        return "revision %d (%s of %s by %s at %s)"
                .formatted(number, operation, String.join(", ", changed), author, time);
    }
}
