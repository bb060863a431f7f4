package io.millrace.server.command;

import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.console.Console;

import tools.jackson.databind.JsonNode;

/** Reports queues whose gets are inhibited, so that flows receive no messages from them. */
final class InhibitedQueues {

    private InhibitedQueues() {}

    /** Reports inhibited queues of a store. */
    static void report(QueueStore store, Console console) {
        for (QueueStatus queue : store.status()) {
            store.definition(queue.name())
                    .filter(definition -> definition.rules().inhibitGet())
                    .ifPresent(_ -> report(queue.name(), console));
        }
    }

    /** Reports inhibited queues of the list that the administration API returns. */
    static void report(JsonNode queues, Console console) {
        for (JsonNode queue : queues) {
            if (queue.path("inhibitGet").asBoolean(false)) {
                report(queue.path("name").asString(), console);
            }
        }
    }

    private static void report(String name, Console console) {
        console.report(
                "gets from %1$s are inhibited, so flows receive no messages from it; ./millrace queues alter %1$s inhibitGet=false permits them"
                        .formatted(name));
    }
}
