package io.millrace.store.artemis;

import io.millrace.engine.queue.QueueDefinition;

import java.util.List;
import java.util.Properties;

/**
 * The definitions of an embedded store's queues, kept in its home folder beside Artemis' own record
 * of the queues.
 */
final class Definitions {

    private static final String FILE = "queues.properties";

    private final HomeFolder home;
    private final Properties properties;

    Definitions(HomeFolder home) {
        this.home = home;
        this.properties = home.read(FILE);
    }

    /** The definition of a queue that exists; the default one where nothing was kept. */
    synchronized QueueDefinition of(String queue) {
        String[] parts = properties.getProperty(queue, "").split(" ", 4);
        if (parts.length < 4) {
            return QueueDefinition.named(queue);
        }
        return new QueueDefinition(
                queue,
                Integer.parseInt(parts[0]),
                Boolean.parseBoolean(parts[1]),
                Integer.parseInt(parts[2]),
                parts[3]);
    }

    /** The definitions that were kept. */
    synchronized List<QueueDefinition> all() {
        return properties.stringPropertyNames().stream().map(this::of).toList();
    }

    synchronized void keep(QueueDefinition definition) {
        String value =
                definition.maxDepth()
                        + " "
                        + definition.persistentByDefault()
                        + " "
                        + definition.backoutThreshold()
                        + " "
                        + definition.backoutQueue();
        if (!value.equals(properties.setProperty(definition.name(), value))) {
            home.write(FILE, properties);
        }
    }

    synchronized void forget(String queue) {
        if (properties.remove(queue) != null) {
            home.write(FILE, properties);
        }
    }
}
