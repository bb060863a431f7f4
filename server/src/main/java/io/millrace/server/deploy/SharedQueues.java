package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The queues from which several applications take messages. */
public final class SharedQueues {

    private SharedQueues() {}

    /**
     * Returns the names of the applications that read each queue, by queue. Contains only queues
     * with several such applications.
     */
    private static Map<String, Set<String>> of(Collection<Application> applications) {
        Map<String, Set<String>> readers = new TreeMap<>();
        for (Application application : applications) {
            for (String flow : application.flows()) {
                for (String queue : application.inputs(flow).values()) {
                    readers.computeIfAbsent(queue, q -> new TreeSet<>()).add(application.name());
                }
            }
        }
        readers.remove("");
        readers.values().removeIf(names -> names.size() == 1);
        return readers;
    }

    /** Returns a sentence for each queue that several applications read. */
    public static List<String> sentences(Collection<Application> applications) {
        List<String> sentences = new ArrayList<>();
        of(applications).forEach((queue, names) -> sentences.add(sentence(queue, names)));
        return sentences;
    }

    /** Returns a warning for each queue that a next version and other applications read. */
    static List<Problem> warnings(Loaded next, Collection<Loaded> running) {
        String name = next.application().name();
        List<Application> all = new ArrayList<>(List.of(next.application()));
        running.stream()
                .map(Loaded::application)
                .filter(other -> !other.isLibrary() && !other.name().equals(name))
                .forEach(all::add);
        List<Problem> warnings = new ArrayList<>();
        of(next.isLibrary() ? List.of() : all)
                .forEach(
                        (queue, names) -> {
                            if (names.contains(name)) {
                                warnings.add(warning(name, sentence(queue, names)));
                            }
                        });
        return warnings;
    }

    private static Problem warning(String application, String sentence) {
        return new Problem(
                ErrorCode.DUPLICATE_NAME,
                Severity.WARNING,
                Place.of(application),
                sentence,
                "undeploy one of them, or give each its own queue, if each must receive all"
                        + " messages");
    }

    private static String sentence(String queue, Set<String> names) {
        return "the applications %s read the same queue %s, so each of its messages reaches only one of them"
                .formatted(String.join(", ", names), queue);
    }
}
