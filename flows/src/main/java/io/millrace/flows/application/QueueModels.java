package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueName;
import io.millrace.parsers.text.Section;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** A reader of the attributes that make a queue a model. */
final class QueueModels {

    private static final String MODEL = "model";
    private static final String PREFIX = "dynamicPrefix";
    private static final String MAXIMUM = "maxDynamicQueues";

    private QueueModels() {}

    /** Returns the model attributes of a queue; null for a queue that is not a model. */
    static @Nullable QueueModel read(Section.Named named) {
        Section queue = named.section();
        QueueModel.Kind kind = QueueModel.Kind.named(queue.text(MODEL)).orElse(null);
        if (kind == null) {
            for (String key : List.of(PREFIX, MAXIMUM)) {
                if (queue.isSet(key)) {
                    queue.report(
                            key, "%s requires model: temporary or model: permanent".formatted(key));
                }
            }
            return null;
        }
        if (queue.isSet("alias")) {
            queue.report(MODEL, "an alias cannot be a model; remove alias or model");
        }
        boolean isTemporary = kind == QueueModel.Kind.TEMPORARY;
        if (isTemporary && queue.isSet("persistent") && queue.flag("persistent")) {
            queue.report(
                    "persistent",
                    "persistent must be false for model: temporary (found true), because the"
                            + " messages end with the queue");
        }
        String prefix =
                queue.isSet(PREFIX) ? queue.text(PREFIX) : QueueModel.defaultPrefix(named.name());
        checkPrefix(queue, named.name(), prefix);
        return new QueueModel(kind, prefix, queue.integer(MAXIMUM));
    }

    private static void checkPrefix(Section queue, String model, String prefix) {
        String key = queue.has(PREFIX) ? PREFIX : MODEL;
        if (prefix.length() > QueueModel.MAX_PREFIX) {
            queue.report(
                    key,
                    "dynamicPrefix must have at most %d characters (found %d%s)"
                            .formatted(
                                    QueueModel.MAX_PREFIX,
                                    prefix.length(),
                                    queue.has(PREFIX)
                                            ? ""
                                            : ", from the name of the model; set dynamicPrefix"));
        } else if (!QueueName.isValid(prefix)) {
            queue.report(
                    key,
                    "dynamicPrefix must be the beginning of a queue name: "
                            + QueueName.describe(prefix));
        } else if (prefix.equals(model)) {
            queue.report(key, "dynamicPrefix must not be the name of the model; add a period");
        }
    }

    /** Reports two models with the same prefix, because a name must belong to one model. */
    static void check(
            Map<String, QueueDefinition> queues, Map<String, Place> models, Problems problems) {
        models.forEach(
                (name, place) ->
                        queues.get(name)
                                .rules()
                                .model()
                                .duplicatePrefix(name, queues.values())
                                .ifPresent(
                                        text ->
                                                problems.error(
                                                        ErrorCode.DUPLICATE_NAME,
                                                        place,
                                                        text,
                                                        "choose different prefixes")));
    }
}
