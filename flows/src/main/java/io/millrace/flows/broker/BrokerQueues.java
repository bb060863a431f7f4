package io.millrace.flows.broker;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problems;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.QueueChanges;
import io.millrace.flows.application.BrokerSettings;
import io.millrace.flows.application.QueueAttributes;
import io.millrace.flows.compile.CompiledApplication;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The definitions of a broker's queues, from {@code broker.yaml}, from applications and from an
 * operator. Attributes that the operator has set override all others.
 */
final class BrokerQueues {

    private static final Logger LOG = EventLog.of(BrokerQueues.class);
    private static final String PREFIX = "queues.";
    private static final String SYSTEM = "SYSTEM.";
    private static final Place OPERATOR = Place.of("operator");

    private final BrokerSettings settings;
    private final QueueStore store;
    private final Supplier<List<CompiledApplication>> running;
    private QueueChanges changes;

    /** A definition in a file, with the settings of the file. */
    private record Declared(QueueDefinition definition, List<EffectiveSetting> settings) {}

    BrokerQueues(
            BrokerSettings settings,
            QueueStore store,
            QueueChanges changes,
            Supplier<List<CompiledApplication>> running) {
        this.settings = settings;
        this.store = store;
        this.changes = changes;
        this.running = running;
    }

    /** Creates the queues of {@code broker.yaml} and of the operator. */
    void create() {
        Map<String, QueueDefinition> all = new TreeMap<>();
        changes.attributes()
                .keySet()
                .forEach(
                        name ->
                                all.put(
                                        name,
                                        store.definition(name)
                                                .orElseGet(() -> QueueDefinition.named(name))));
        if (settings.queues() != null) {
            all.putAll(settings.queues());
        }
        all.values().forEach(declared -> store.create(changes.apply(declared)));
    }

    /**
     * Creates the queues of an application. An application that lists only the name of a queue does
     * not change the attributes of another file.
     *
     * @return action that restores the queues as they were before. A created queue that contains
     *     messages remains.
     */
    Runnable create(CompiledApplication compiled) {
        Map<String, Optional<QueueDefinition>> before = new LinkedHashMap<>();
        try {
            for (QueueDefinition next : definitions(compiled)) {
                String name = next.name();
                before.put(name, store.exists(name) ? store.definition(name) : Optional.empty());
                store.create(next);
            }
        } catch (RuntimeException failure) {
            restore(before);
            throw failure;
        }
        return () -> restore(before);
    }

    /** Returns the definitions with which the queues of an application are created or changed. */
    private List<QueueDefinition> definitions(CompiledApplication compiled) {
        Map<String, QueueDefinition> all = new LinkedHashMap<>();
        Map<String, QueueDefinition> listed = compiled.settings().queues();
        if (listed != null) {
            for (QueueDefinition own : listed.values()) {
                Declared other = attributes(own).isEmpty() ? declared(own.name(), compiled) : null;
                all.put(own.name(), changes.apply(other == null ? own : other.definition()));
            }
        }
        for (String queue : compiled.queues().names().keySet()) {
            if (!store.exists(queue)) {
                all.computeIfAbsent(queue, name -> changes.apply(QueueDefinition.named(name)));
            }
        }
        return List.copyOf(all.values());
    }

    private void restore(Map<String, Optional<QueueDefinition>> before) {
        before.forEach(
                (name, definition) -> {
                    try {
                        if (definition.isPresent()) {
                            if (!definition.equals(store.definition(name))) {
                                store.create(definition.get());
                            }
                        } else if (isAlias(name) || store.status(name).depth() == 0) {
                            store.delete(name);
                        }
                    } catch (RuntimeException e) {
                        LOG.warn(
                                "{} the queue {} of a failed deployment was not restored: {}",
                                MillraceException.from(e).code().id(),
                                name,
                                e.getMessage());
                    }
                });
    }

    private boolean isAlias(String queue) {
        return store.definition(queue).map(d -> d.rules().isAlias()).orElse(false);
    }

    /** Returns the queues that applications without a list of queues can use. */
    Set<String> listed() {
        Set<String> list = new LinkedHashSet<>(settings.queues().keySet());
        list.add(QueueStore.DEAD_LETTER_QUEUE);
        list.addAll(changes.attributes().keySet());
        return list;
    }

    QueueChanges changes() {
        return changes;
    }

    /**
     * Checks that no other application specifies other attributes for a queue. An application that
     * lists only the name of a queue specifies none.
     */
    void check(CompiledApplication compiled, Problems problems) {
        Map<String, QueueDefinition> listed = compiled.settings().queues();
        checkModels(compiled, problems);
        if (listed == null) {
            return;
        }
        for (QueueDefinition own : listed.values()) {
            Map<String, String> attributes = attributes(own);
            others(compiled)
                    .filter(other -> lists(other, own.name()))
                    .filter(other -> !attributes.isEmpty())
                    .forEach(
                            other -> {
                                QueueDefinition found = other.settings().queues().get(own.name());
                                Map<String, String> others = attributes(found);
                                if (!others.isEmpty() && !others.equals(attributes)) {
                                    problems.error(
                                            ErrorCode.DUPLICATE_NAME,
                                            place(compiled, own.name()),
                                            """
                                            the queue %s has the attributes %s, but %s in the \
                                            application %s (%s)\
                                            """
                                                    .formatted(
                                                            own.name(),
                                                            QueueAttributes.yaml(attributes),
                                                            QueueAttributes.yaml(others),
                                                            other.settings().name(),
                                                            place(other, own.name())),
                                            """
                                            specify the same attributes in both, or only the name \
                                            in one of them\
                                            """);
                                }
                            });
        }
    }

    /**
     * Checks that the application uses no model of the broker as a queue with messages. The
     * attributes of a queue in the file of the application replace those of a model.
     */
    private void checkModels(CompiledApplication compiled, Problems problems) {
        Map<String, QueueDefinition> listed = compiled.settings().queues();
        List<QueueDefinition> models = new ArrayList<>(store.models());
        if (listed != null) {
            models.removeIf(
                    model ->
                            listed.containsKey(model.name())
                                    && !attributes(listed.get(model.name())).isEmpty());
        }
        compiled.queues().refuseModels(models, problems);
    }

    private Stream<CompiledApplication> others(CompiledApplication than) {
        return running.get().reversed().stream()
                .filter(other -> !other.settings().name().equals(than.settings().name()));
    }

    private static boolean lists(CompiledApplication application, String queue) {
        Map<String, QueueDefinition> own = application.settings().queues();
        return own != null && own.containsKey(queue);
    }

    /** Returns the attributes in a file that affect messages. */
    private static Map<String, String> attributes(QueueDefinition definition) {
        Map<String, String> given = QueueAttributes.given(definition);
        given.remove("description");
        return given;
    }

    /** Returns the position of the first attribute of a queue in the file of an application. */
    private static Place place(CompiledApplication application, String queue) {
        String prefix = PREFIX + queue + ".";
        return application.settings().effective().stream()
                .filter(setting -> setting.key().startsWith(prefix) && setting.value().isGiven())
                .map(setting -> setting.value().place())
                .findFirst()
                .orElse(Place.of("application.yaml"));
    }

    /** Returns the definition in a file; null if no file contains the queue. */
    private Declared declared(String queue) {
        return declared(queue, running.get().reversed().stream());
    }

    /** Returns the definition in a file of another application or of the broker. */
    private Declared declared(String queue, CompiledApplication except) {
        return declared(queue, others(except));
    }

    /**
     * Returns the definition in the first file that specifies attributes. If no file specifies
     * attributes, returns any definition.
     */
    private Declared declared(String queue, Stream<CompiledApplication> applications) {
        List<Declared> all = new ArrayList<>();
        applications
                .filter(application -> lists(application, queue))
                .map(CompiledApplication::settings)
                .forEach(own -> all.add(new Declared(own.queues().get(queue), own.effective())));
        if (settings.queues() != null && settings.queues().containsKey(queue)) {
            all.add(new Declared(settings.queues().get(queue), settings.effective()));
        }
        return all.stream()
                .filter(declared -> !attributes(declared.definition()).isEmpty())
                .findFirst()
                .orElse(all.isEmpty() ? null : all.getFirst());
    }

    private void requireExists(String queue) {
        if (!store.exists(queue)) {
            // Throws the exception with the nearest name.
            store.status(queue);
        }
    }

    /**
     * Returns all attributes of a queue with their effective values and origins.
     *
     * @throws MillraceException with UNKNOWN_QUEUE
     */
    List<EffectiveSetting> attributes(String queue) {
        requireExists(queue);
        QueueDefinition effective = store.definition(queue).orElseThrow();
        Declared declared = declared(queue);
        Map<String, String> own = changes.of(queue);
        List<EffectiveSetting> all = new ArrayList<>();
        QueueAttributes.of(effective)
                .forEach(
                        (name, text) ->
                                all.add(
                                        new EffectiveSetting(
                                                name,
                                                value(queue, name, text, own, declared),
                                                false)));
        return all;
    }

    private static SettingValue value(
            String queue, String name, String text, Map<String, String> own, Declared declared) {
        if (own.containsKey(name)) {
            return SettingValue.of(text, Layer.OPERATOR, OPERATOR);
        }
        String key = PREFIX + queue + "." + name;
        List<EffectiveSetting> file = declared == null ? List.of() : declared.settings();
        for (EffectiveSetting setting : file) {
            if (setting.key().equals(key)) {
                return setting.value();
            }
        }
        return SettingValue.of(text, Layer.DEFAULT, OPERATOR);
    }

    /**
     * Sets the attributes of an operator, and creates the queue if it does not exist.
     *
     * @param own all attributes that the operator has set; null for those of the files
     */
    void set(String queue, Map<String, String> own) {
        QueueChanges changed = changes.with(queue, own);
        Declared declared = declared(queue);
        QueueDefinition base =
                declared != null
                        ? declared.definition()
                        : without(
                                store.definition(queue)
                                        .orElseGet(() -> QueueDefinition.named(queue)),
                                changes.of(queue));
        QueueDefinition next = changed.apply(base);
        requireTarget(next.backoutQueue(), "backoutQueue");
        requireTarget(next.rules().alias(), "alias");
        requireMessages(next.rules().alias(), "alias");
        requireMessages(next.backoutQueue(), "backoutQueue");
        if (next.rules().isModel()) {
            checkModel(next);
        }
        store.create(next);
        changes = changed;
    }

    /** Checks that the queue of an attribute has messages of its own. */
    private void requireMessages(String queue, String attribute) {
        QueueRules rules = store.definition(queue).map(QueueDefinition::rules).orElse(null);
        boolean isAlias = rules != null && attribute.equals("alias") && rules.isAlias();
        if (rules != null && (isAlias || rules.isModel())) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    "%s must be a queue with messages of its own (found the %s %s)"
                            .formatted(attribute, isAlias ? "alias" : "model", queue));
        }
    }

    /** Checks that nothing uses the queue as a queue with messages, and that its prefix is new. */
    private void checkModel(QueueDefinition model) {
        model.rules()
                .model()
                .duplicatePrefix(model.name(), store.models())
                .ifPresent(
                        text -> {
                            throw new MillraceException(ErrorCode.BAD_VALUE, text);
                        });
        boolean isNew = store.definition(model.name()).map(d -> !d.rules().isModel()).orElse(false);
        if (isNew) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    "%s is a queue with messages of its own; delete it, or choose another name for the model"
                            .formatted(model.name()));
        }
    }

    /**
     * Changes attributes of a permanent dynamic queue. They are stored with the queue, because they
     * end with it.
     *
     * @param own attributes to change; null values for the defaults
     */
    void setDynamic(String queue, Map<String, String> own) {
        QueueDefinition stored = store.definition(queue).orElseThrow();
        Map<String, String> all = QueueAttributes.given(stored);
        own.forEach((name, value) -> all.put(name, value == null ? "" : value));
        all.values().removeIf(String::isEmpty);
        QueueDefinition next =
                new QueueChanges(Map.of(queue, all))
                        .apply(
                                QueueDefinition.named(queue)
                                        .withRules(
                                                QueueRules.DEFAULTS.dynamicOf(
                                                        stored.rules().dynamicOf())));
        requireTarget(next.backoutQueue(), "backoutQueue");
        requireMessages(next.backoutQueue(), "backoutQueue");
        if (next.rules().isWithoutMessages() || !next.rules().isDynamic()) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    "the queue %s is dynamic, so it cannot become an alias or a model"
                            .formatted(queue));
        }
        store.create(next);
    }

    /** Returns a definition in which the attributes of an operator have their defaults. */
    private static QueueDefinition without(QueueDefinition stored, Map<String, String> own) {
        Map<String, String> rest = QueueAttributes.given(stored);
        rest.keySet().removeAll(own.keySet());
        return new QueueChanges(Map.of(stored.name(), rest))
                .apply(QueueDefinition.named(stored.name()));
    }

    private void requireTarget(String queue, String attribute) {
        if (!queue.isEmpty() && !store.exists(queue)) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_QUEUE,
                    "the queue %s of the attribute %s does not exist; define it first"
                            .formatted(queue, attribute),
                    Insert.of(queue));
        }
    }

    /** Deletes a queue with its messages. Fails like {@link #checkUnused}. */
    void delete(String queue, boolean purge) {
        checkUnused(queue, purge);
        store.delete(queue);
        changes = changes.with(queue, null);
    }

    /**
     * Checks that a queue can be deleted.
     *
     * @param purge whether it can contain messages
     * @throws MillraceException with UNKNOWN_QUEUE; with QUEUE_IN_USE, which names the users
     */
    void checkUnused(String queue, boolean purge) {
        requireExists(queue);
        boolean isModel = store.definition(queue).map(d -> d.rules().isModel()).orElse(false);
        if (queue.startsWith(SYSTEM) && !isModel) {
            throw new MillraceException(
                    ErrorCode.QUEUE_IN_USE,
                    "the queue %s belongs to the broker and cannot be deleted".formatted(queue),
                    Insert.of(queue));
        }
        List<String> uses = uses(queue);
        boolean isWithout =
                store.definition(queue).map(d -> d.rules().isWithoutMessages()).orElse(false);
        QueueStatus status = isWithout ? null : store.status(queue);
        if (status != null && status.readers() > 0) {
            uses.add(status.readers() + " open reader(s)");
        }
        if (!uses.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.QUEUE_IN_USE,
                    "the queue %s cannot be deleted, because it is used by %s; remove these uses first"
                            .formatted(queue, String.join(", ", uses)),
                    Insert.of(queue));
        }
        if (status != null && status.depth() > 0 && !purge) {
            throw new MillraceException(
                    ErrorCode.QUEUE_IN_USE,
                    "the queue %s contains %s; move or purge them, or delete it with --purge"
                            .formatted(
                                    queue,
                                    status.depth() == 1
                                            ? "1 message"
                                            : status.depth() + " messages"),
                    Insert.of(queue));
        }
    }

    /** Returns the users of a queue: nodes, files, subscriptions and other queues. */
    List<String> uses(String queue) {
        Set<String> uses = new LinkedHashSet<>();
        if (settings.queues() != null && settings.queues().containsKey(queue)) {
            uses.add("queues in broker.yaml");
        }
        for (CompiledApplication application : running.get()) {
            uses(application, queue, uses);
        }
        store.status().stream()
                .map(QueueStatus::name)
                .filter(QueueName::isValid)
                .forEach(
                        name ->
                                store.definition(name)
                                        .filter(d -> d.backoutQueue().equals(queue))
                                        .ifPresent(
                                                d ->
                                                        uses.add(
                                                                "the queue "
                                                                        + name
                                                                        + " (backoutQueue)")));
        aliases(store.aliases(), queue, uses);
        return new ArrayList<>(uses);
    }

    private static void uses(CompiledApplication application, String queue, Set<String> uses) {
        String name = "the application " + application.settings().name();
        Place node = application.queues().names().get(queue);
        Map<String, QueueDefinition> listed = application.settings().queues();
        if (node != null) {
            uses.add(PrintableText.line(name + " (" + node + ")"));
        } else if (listed != null && listed.containsKey(queue)) {
            uses.add(name + " (queues in application.yaml)");
        }
        for (Subscription subscription : application.settings().subscriptions().keySet()) {
            if (subscription.queue().equals(queue)) {
                uses.add(name + " (subscription to " + subscription.topicFilter() + ")");
            }
        }
    }

    private static void aliases(
            Collection<QueueDefinition> aliases, String queue, Set<String> uses) {
        for (QueueDefinition alias : aliases) {
            if (alias.rules().alias().equals(queue)) {
                uses.add("the alias " + alias.name());
            }
        }
    }
}
