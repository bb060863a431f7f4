package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sample messages and the queue on which they are put: {@code DIR} or {@code DIR:NODE} of the
 * option {@code --put}.
 *
 * @param messages messages in the order of the files' names
 */
record Feed(String queue, List<MessageFiles.Sample> messages) {

    private static final int MESSAGES_A_UNIT = 100;

    /** Finds the files and the queue. If there are several input nodes, NODE must name one. */
    static Feed of(String option, List<Application> applications) {
        int colon = option.lastIndexOf(':');
        boolean named = colon > 0 && !Files.exists(Path.of(option));
        Path path = Path.of(named ? option.substring(0, colon) : option);
        if (!Files.exists(path)) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "--put: the file or folder " + path + " does not exist");
        }
        Map<String, String> inputs = inputs(applications);
        String queue = named ? queue(option.substring(colon + 1), inputs) : only(inputs);
        return new Feed(queue, MessageFiles.read(path));
    }

    /** Returns the queues by {@code flow.node}. */
    private static Map<String, String> inputs(List<Application> applications) {
        Map<String, String> inputs = new LinkedHashMap<>();
        for (Application application : applications) {
            for (String flow : application.flows()) {
                application
                        .inputs(flow)
                        .forEach(
                                (node, queue) -> {
                                    if (!queue.isEmpty()) {
                                        inputs.put(flow + "." + node, queue);
                                    }
                                });
            }
        }
        return inputs;
    }

    private static String only(Map<String, String> inputs) {
        if (inputs.values().stream().distinct().count() != 1) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    inputs.isEmpty()
                            ? "--put: no flow reads a queue"
                            : """
                            --put: there are several input nodes; specify --put DIR:NODE, \
                            where NODE is one of \
                            """
                                    + String.join(", ", inputs.keySet()));
        }
        return inputs.values().iterator().next();
    }

    private static String queue(String name, Map<String, String> inputs) {
        List<String> matching =
                inputs.keySet().stream()
                        .filter(label -> label.equals(name) || label.endsWith("." + name))
                        .toList();
        if (matching.size() != 1) {
            String near = Problems.didYouMean(name, inputs.keySet());
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "--put: "
                            + (matching.isEmpty()
                                    ? "unknown input node "
                                    : "there are several input nodes named ")
                            + name
                            + "; "
                            + (near.isEmpty()
                                    ? "known are " + String.join(", ", inputs.keySet())
                                    : near));
        }
        return inputs.get(matching.getFirst());
    }

    void put(Broker broker) {
        try (QueueSession session = broker.session()) {
            int open = 0;
            for (MessageFiles.Sample sample : messages) {
                try {
                    session.put(queue, sample.message(), true);
                } catch (MillraceException e) {
                    throw MessageFiles.withFile(e, List.of(sample));
                }
                if (++open == MESSAGES_A_UNIT) {
                    session.commit();
                    open = 0;
                }
            }
            session.commit();
        }
    }
}
