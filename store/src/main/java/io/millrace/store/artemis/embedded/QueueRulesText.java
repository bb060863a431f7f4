package io.millrace.store.artemis.embedded;

import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueThresholds;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The text form of a queue's rules, encoded like the query string of a URL. */
final class QueueRulesText {

    private QueueRulesText() {}

    static String write(QueueRules rules) {
        QueueThresholds thresholds = rules.thresholds();
        String format =
                """
                description=%s&alias=%s&maxMessageBytes=%d&priority=%d&inhibitPut=%b&inhibitGet=%b\
                &shareable=%b&expiryCapMillis=%d&depthHigh=%d&depthLow=%d&oldMessageMillis=%d\
                &noReaderMillis=%d\
                """;
        return model(rules)
                + format.formatted(
                        encoded(rules.description()),
                        encoded(rules.alias()),
                        rules.maxMessageBytes(),
                        rules.priority(),
                        rules.inhibitPut(),
                        rules.inhibitGet(),
                        rules.shareable(),
                        rules.expiryCapMillis(),
                        thresholds.depthHigh(),
                        thresholds.depthLow(),
                        thresholds.oldMessageMillis(),
                        thresholds.noReaderMillis());
    }

    /** Returns the attributes of a model or a dynamic queue, which other queues do not have. */
    private static String model(QueueRules rules) {
        QueueModel model = rules.model();
        if (model != null) {
            return "model=%s&dynamicPrefix=%s&maxDynamicQueues=%d&"
                    .formatted(model.kind().word(), encoded(model.prefix()), model.maxQueues());
        }
        return rules.isDynamic() ? "dynamicOf=" + encoded(rules.dynamicOf()) + "&" : "";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Reads rules. Missing values, for example those of a later version, are the defaults. */
    static QueueRules read(String text) {
        Map<String, String> values = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        QueueRules standard = QueueRules.DEFAULTS;
        return new QueueRules(
                values.getOrDefault("description", standard.description()),
                values.getOrDefault("alias", standard.alias()),
                (int) number(values, "maxMessageBytes", standard.maxMessageBytes()),
                (int) number(values, "priority", standard.priority()),
                flag(values, "inhibitPut", standard.inhibitPut()),
                flag(values, "inhibitGet", standard.inhibitGet()),
                flag(values, "shareable", standard.shareable()),
                number(values, "expiryCapMillis", standard.expiryCapMillis()),
                new QueueThresholds(
                        (int) number(values, "depthHigh", 0),
                        (int) number(values, "depthLow", 0),
                        number(values, "oldMessageMillis", 0),
                        number(values, "noReaderMillis", 0)),
                model(values),
                values.getOrDefault("dynamicOf", ""));
    }

    private static QueueModel model(Map<String, String> values) {
        return QueueModel.Kind.named(values.getOrDefault("model", ""))
                .map(
                        kind ->
                                new QueueModel(
                                        kind,
                                        values.getOrDefault("dynamicPrefix", ""),
                                        (int)
                                                number(
                                                        values,
                                                        "maxDynamicQueues",
                                                        QueueModel.DEFAULT_MAX_QUEUES)))
                .orElse(null);
    }

    private static long number(Map<String, String> values, String name, long missing) {
        String text = values.getOrDefault(name, "");
        return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : missing;
    }

    private static boolean flag(Map<String, String> values, String name, boolean missing) {
        String text = values.get(name);
        return text == null ? missing : text.equals("true");
    }
}
