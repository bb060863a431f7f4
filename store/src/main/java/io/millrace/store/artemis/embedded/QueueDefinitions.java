package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;
import io.millrace.store.journal.FileLedger;

import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The definitions of an embedded store's queues. They are stored in its home folder, in addition to
 * the queue records of Artemis.
 */
final class QueueDefinitions {

    private static final String FILE = "queues.properties";

    private static final Pattern VALUE = Pattern.compile("\\d{1,10} (true|false) \\d{1,10} .*");

    /** Maximum number of parts of a value. A definition without an index has one part less. */
    private static final int PARTS = 5;

    private final HomeFolder home;
    private final FileLedger ledger;
    private final Properties properties;

    /**
     * Reads the stored definitions.
     *
     * @throws MillraceException with STORE_DAMAGED
     */
    QueueDefinitions(HomeFolder home, FileLedger ledger) {
        this.home = home;
        this.ledger = ledger;
        this.properties = home.read(FILE);
        properties.forEach(
                (queue, value) -> {
                    if (!VALUE.matcher((String) value).matches()) {
                        throw StoreErrors.unreadable(
                                home.resolve(FILE),
                                "the definition of the queue " + queue + " is " + value);
                    }
                });
    }

    private void write() {
        ledger.replace(home.resolve(FILE), () -> home.write(FILE, properties));
    }

    /** Returns the definition of an existing queue; the default definition if none is stored. */
    synchronized QueueDefinition of(String queue) {
        String[] parts = properties.getProperty(queue, "").split(" ", PARTS);
        if (parts.length < PARTS - 1) {
            return QueueDefinition.named(queue);
        }
        return new QueueDefinition(
                queue,
                Integer.parseInt(parts[0]),
                Boolean.parseBoolean(parts[1]),
                Integer.parseInt(parts[2]),
                parts[3],
                parts.length < PARTS ? null : QueueIndex.named(parts[PARTS - 1]).orElse(null));
    }

    /** Returns the stored definitions. */
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
                        + definition.backoutQueue()
                        + (definition.index() == null ? "" : " " + definition.index().word());
        if (!value.equals(properties.setProperty(definition.name(), value))) {
            write();
        }
    }

    synchronized void forget(String queue) {
        if (properties.remove(queue) != null) {
            write();
        }
    }
}
