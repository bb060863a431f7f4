package io.millrace.flows;

import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.flows.application.QueueAttributes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Attributes of queues that an operator has set. These attributes override attributes in files. A
 * queue with such attributes exists even if no file contains it. Immutable.
 */
public final class QueueChanges {

    /** No changes. */
    public static final QueueChanges NONE = new QueueChanges(Map.of());

    private final Map<String, Map<String, String>> attributes = new TreeMap<>();

    /**
     * @param attributes attributes by the names of queues, as strings in the form of files
     */
    public QueueChanges(Map<String, Map<String, String>> attributes) {
        attributes.forEach((queue, own) -> this.attributes.put(queue, new LinkedHashMap<>(own)));
    }

    /** Returns the attributes by the names of queues. */
    public Map<String, Map<String, String>> attributes() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        attributes.forEach((queue, own) -> all.put(queue, new LinkedHashMap<>(own)));
        return all;
    }

    /** Whether an operator has set attributes of a queue, or created it. */
    public boolean has(String queue) {
        return attributes.containsKey(queue);
    }

    /** Returns the attributes of a queue that an operator has set. */
    public Map<String, String> of(String queue) {
        return new LinkedHashMap<>(attributes.getOrDefault(queue, Map.of()));
    }

    /**
     * Returns these changes with the given attributes for a queue; null removes the attributes of
     * the queue.
     */
    public QueueChanges with(String queue, Map<String, String> own) {
        Map<String, Map<String, String>> all = attributes();
        if (own == null) {
            all.remove(queue);
        } else {
            all.put(queue, own);
        }
        return new QueueChanges(all);
    }

    /**
     * Returns a definition with the attributes that an operator has set.
     *
     * @throws io.millrace.engine.error.ProblemsException if the attributes cannot be combined
     */
    public QueueDefinition apply(QueueDefinition declared) {
        Map<String, String> own = attributes.get(declared.name());
        if (own == null || own.isEmpty()) {
            return declared;
        }
        Map<String, String> all = QueueAttributes.given(declared);
        all.putAll(own);
        all.values().removeIf(String::isEmpty);
        Problems problems = new Problems();
        QueueDefinition changed = QueueAttributes.definition(declared.name(), all, problems);
        problems.throwIfErrors();
        String model = declared.rules().dynamicOf();
        return model.isEmpty() ? changed : changed.withRules(changed.rules().dynamicOf(model));
    }
}
