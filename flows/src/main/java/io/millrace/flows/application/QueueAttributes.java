package io.millrace.flows.application;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueThresholds;
import io.millrace.flows.definition.FileSettings;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlText;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attributes of a queue by their names in files. */
public final class QueueAttributes {

    private QueueAttributes() {}

    /** Returns the names of all attributes, in the order of the documentation. */
    public static List<String> names() {
        return FileSettings.QUEUE.names();
    }

    /** Returns all attributes of a definition, as strings in the form of files. */
    public static Map<String, String> of(QueueDefinition queue) {
        QueueRules rules = queue.rules();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("maxDepth", Integer.toString(queue.maxDepth()));
        all.put("persistent", Boolean.toString(queue.persistentByDefault()));
        all.put("backoutThreshold", Integer.toString(queue.backoutThreshold()));
        all.put("backoutQueue", queue.backoutQueue());
        all.put("index", queue.index() == null ? "none" : queue.index().word());
        all.put("description", rules.description());
        all.put("alias", rules.alias());
        all.put("maxMessageBytes", Integer.toString(rules.maxMessageBytes()));
        all.put("priority", Integer.toString(rules.priority()));
        all.put("inhibitPut", Boolean.toString(rules.inhibitPut()));
        all.put("inhibitGet", Boolean.toString(rules.inhibitGet()));
        all.put("shareable", Boolean.toString(rules.shareable()));
        all.put("expiryCap", seconds(rules.expiryCapMillis()));
        QueueThresholds thresholds = rules.thresholds();
        all.put("depthHigh", Integer.toString(thresholds.depthHigh()));
        all.put("depthLow", Integer.toString(thresholds.depthLow()));
        all.put("oldMessageAfter", seconds(thresholds.oldMessageMillis()));
        all.put("noReaderAfter", seconds(thresholds.noReaderMillis()));
        QueueModel model = rules.model();
        all.put("model", model == null ? "none" : model.kind().word());
        all.put("dynamicPrefix", model == null ? "" : model.prefix());
        int maxQueues = model == null ? QueueModel.DEFAULT_MAX_QUEUES : model.maxQueues();
        all.put("maxDynamicQueues", Integer.toString(maxQueues));
        return all;
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    /** Returns the attributes of a definition that are not defaults. */
    public static Map<String, String> given(QueueDefinition queue) {
        Map<String, String> given = of(queue);
        Map<String, String> standard = of(QueueDefinition.named(queue.name()));
        given.values().removeIf(String::isEmpty);
        given.entrySet().removeIf(e -> e.getValue().equals(standard.get(e.getKey())));
        return given;
    }

    /** Returns attributes as a YAML mapping on one line. */
    public static String yaml(Map<String, String> attributes) {
        StringBuilder text = new StringBuilder();
        attributes.forEach(
                (name, value) ->
                        text.append(text.isEmpty() ? "" : ", ")
                                .append(YamlText.scalar(name))
                                .append(": ")
                                .append(YamlText.scalar(value)));
        return "{" + text + "}";
    }

    /**
     * Returns the definition of a queue. Reports unknown attributes, invalid values and an invalid
     * name.
     */
    public static QueueDefinition definition(
            String queue, Map<String, String> attributes, Problems problems) {
        Source source = new Source("queue " + queue, yaml(attributes));
        Section.Named named =
                new Section.Named(
                        queue,
                        source.at(0),
                        Section.of(
                                Yaml.read(source, problems),
                                FileSettings.QUEUE,
                                (text, place, found) -> text,
                                problems));
        return Resources.queue(named);
    }
}
