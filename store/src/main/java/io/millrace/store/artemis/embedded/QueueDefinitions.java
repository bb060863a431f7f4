package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueRules;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;
import io.millrace.store.journal.FileLedger;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The definitions of an embedded store's queues. They are stored in its home folder, in addition to
 * the queue records of Artemis.
 */
final class QueueDefinitions {

    private static final String FILE = "queues.properties";

    private static final Pattern VALUE = Pattern.compile("\\d{1,10} (true|false) \\d{1,10} .*");

    /**
     * Maximum number of parts of a value. The last two parts are the index and the rules. The rules
     * are omitted if they are the defaults. In this case, a missing index is omitted, too.
     */
    private static final int PARTS = 6;

    private static final String NO_INDEX = "none";

    private final HomeFolder home;
    private final FileLedger ledger;
    private final Properties properties;

    /** Definitions of temporary queues, which end with the process. */
    private final Map<String, QueueDefinition> temporary = new HashMap<>();

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

    /**
     * Reads the definitions in a home folder that another process uses, without limits and indexes.
     */
    static List<QueueDefinition> ofSenders(Path home) {
        Properties stored = HomeFolder.read(home.resolve(FILE));
        return stored.stringPropertyNames().stream()
                .filter(queue -> VALUE.matcher(stored.getProperty(queue)).matches())
                .map(queue -> parse(queue, stored.getProperty(queue)))
                .map(
                        d ->
                                new QueueDefinition(
                                        d.name(),
                                        0,
                                        d.persistentByDefault(),
                                        d.backoutThreshold(),
                                        d.backoutQueue(),
                                        null,
                                        d.rules()))
                .toList();
    }

    private void write() {
        ledger.replace(home.resolve(FILE), () -> home.write(FILE, properties));
    }

    /** Returns the definition of an existing queue; the default definition if none is stored. */
    synchronized QueueDefinition of(String queue) {
        QueueDefinition unstored = temporary.get(queue);
        return unstored != null ? unstored : parse(queue, properties.getProperty(queue, ""));
    }

    private static QueueDefinition parse(String queue, String value) {
        String[] parts = value.split(" ", PARTS);
        if (parts.length < PARTS - 2) {
            return QueueDefinition.named(queue);
        }
        return new QueueDefinition(
                queue,
                Integer.parseInt(parts[0]),
                Boolean.parseBoolean(parts[1]),
                Integer.parseInt(parts[2]),
                parts[3],
                parts.length < PARTS - 1 ? null : QueueIndex.named(parts[PARTS - 2]).orElse(null),
                parts.length < PARTS ? QueueRules.DEFAULTS : QueueRulesText.read(parts[PARTS - 1]));
    }

    /** Returns the stored definitions. */
    synchronized List<QueueDefinition> all() {
        return properties.stringPropertyNames().stream().map(this::of).toList();
    }

    /** Returns the alias queues, sorted by name. */
    synchronized List<QueueDefinition> aliases() {
        return all().stream()
                .filter(d -> d.rules().isAlias())
                .sorted(Comparator.comparing(QueueDefinition::name))
                .toList();
    }

    /** Returns the model queues, sorted by name. */
    synchronized List<QueueDefinition> models() {
        return all().stream()
                .filter(d -> d.rules().isModel())
                .sorted(Comparator.comparing(QueueDefinition::name))
                .toList();
    }

    synchronized boolean isWithoutMessages(String queue) {
        return properties.containsKey(queue) && of(queue).rules().isWithoutMessages();
    }

    /** Returns the model of which a queue was created; empty for other queues. */
    synchronized String modelOf(String queue) {
        return temporary.containsKey(queue) || properties.containsKey(queue)
                ? of(queue).rules().dynamicOf()
                : "";
    }

    /** Returns the number of queues that were created from a model. */
    synchronized long dynamicQueues(String model) {
        return temporary.values().stream().filter(d -> d.rules().dynamicOf().equals(model)).count()
                + all().stream().filter(d -> d.rules().dynamicOf().equals(model)).count();
    }

    /** Keeps the definition of a temporary queue in memory. */
    synchronized void keepTemporary(QueueDefinition definition) {
        temporary.put(definition.name(), definition);
    }

    synchronized void keep(QueueDefinition definition) {
        boolean standard = definition.rules().equals(QueueRules.DEFAULTS);
        String index =
                definition.index() != null
                        ? " " + definition.index().word()
                        : standard ? "" : " " + NO_INDEX;
        String value =
                definition.maxDepth()
                        + " "
                        + definition.persistentByDefault()
                        + " "
                        + definition.backoutThreshold()
                        + " "
                        + definition.backoutQueue()
                        + index
                        + (standard ? "" : " " + QueueRulesText.write(definition.rules()));
        if (!value.equals(properties.setProperty(definition.name(), value))) {
            write();
        }
    }

    synchronized void forget(String queue) {
        temporary.remove(queue);
        if (properties.remove(queue) != null) {
            write();
        }
    }
}
