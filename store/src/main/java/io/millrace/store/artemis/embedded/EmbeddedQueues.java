package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.store.artemis.broker.QueueSettings;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.postoffice.Binding;
import org.apache.activemq.artemis.core.postoffice.impl.LocalQueueBinding;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.ServerProducer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.impl.AddressInfo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The queues of an embedded broker: their definitions, limits, indexes and status. Safe for use by
 * several threads after {@link #begin}.
 */
final class EmbeddedQueues {

    private static final int SETTLE_SECONDS = 10;
    private static final int COUNT_SECONDS = 60;

    private final SummedServer server;
    private final BrokerConfiguration configuration;
    private final QueueIndexes indexes;
    private final String label;
    private final BiConsumer<String, String> changes;
    private final DepthLimits depths = new DepthLimits(this::settledDepth);
    private final PutLimits puts = new PutLimits();

    /** Latch that is released when the depths of queues with page files are known. */
    private final CountDownLatch paged = new CountDownLatch(1);

    private QueueDefinitions definitions;

    /**
     * @param label name of the broker for error messages
     * @param changes receiver of events of the audit log and their queues
     */
    EmbeddedQueues(
            SummedServer server,
            BrokerConfiguration configuration,
            QueueIndexes indexes,
            String label,
            BiConsumer<String, String> changes) {
        this.server = server;
        this.configuration = configuration;
        this.indexes = indexes;
        this.label = label;
        this.changes = changes;
    }

    DepthLimits depths() {
        return depths;
    }

    PutLimits puts() {
        return puts;
    }

    /** Sets the definitions before the server is started. */
    void prepare(QueueDefinitions stored) {
        definitions = stored;
        definitions.all().forEach(this::prepare);
    }

    /** Applies the definitions to the queues of the started server. */
    void begin() {
        definitions.all().stream()
                .filter(d -> d.rules().isDynamic() && find(d.name()) == null)
                .forEach(gone -> definitions.forget(gone.name()));
        names().forEach(name -> applySettings(definition(name)));
        definitions.all().forEach(definition -> define(definition, find(definition.name())));
        // Runs after the server has counted the messages in page files.
        server.getPagingManager().execute(paged::countDown);
    }

    /** Applies the settings of a queue that the loading of its messages requires. */
    private void prepare(QueueDefinition definition) {
        depths.set(definition);
        puts.set(definition);
        if (definition.index() != null) {
            server.getConfiguration()
                    .addAddressSetting(definition.name(), configuration.queueSettings(definition));
        }
    }

    private void define(QueueDefinition definition, Queue queue) {
        if (queue != null) {
            indexes.define(definition, queue);
        }
    }

    boolean exists(String queue) {
        return find(queue) != null || isWithoutMessages(queue);
    }

    boolean isWithoutMessages(String queue) {
        return definitions.isWithoutMessages(queue);
    }

    QueueDefinitions definitions() {
        return definitions;
    }

    List<QueueDefinition> aliases() {
        return definitions.aliases();
    }

    /** Returns a queue; null if it does not exist. */
    Queue find(String name) {
        Queue queue = server.locateQueue(SimpleString.of(name));
        return queue != null && queue.getRoutingType() == RoutingType.ANYCAST ? queue : null;
    }

    QueueDefinition definition(String queue) {
        return definitions.of(queue);
    }

    void create(QueueDefinition definition) throws ActiveMQException {
        String name = definition.name();
        Queue before = find(name);
        if (definition.rules().isWithoutMessages()) {
            createWithoutMessages(definition, before);
            return;
        }
        QueueIndexes.check(definition, before);
        PutRules.checkReaders(definition, before == null ? 0 : before.getConsumerCount());
        applySettings(definition);
        try {
            server.addOrUpdateAddressInfo(
                    new AddressInfo(SimpleString.of(name), RoutingType.ANYCAST));
            server.createQueue(QueueSettings.queue(name), true);
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw StoreErrors.down(label, e);
        }
        boolean altered = before != null && !definition.equals(definitions.of(name));
        definitions.keep(definition);
        depths.set(definition);
        puts.set(definition);
        define(definition, find(name));
        applyRules(definition, find(name));
        if (before == null || altered) {
            changes.accept(altered ? "queue.alter" : "queue.create", name);
        }
    }

    private void createWithoutMessages(QueueDefinition alias, Queue existing) {
        if (existing != null) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    "%s is a queue with messages of its own; delete it, or choose another name for the %s"
                            .formatted(alias.name(), alias.rules().isModel() ? "model" : "alias"),
                    Insert.of(alias.name()));
        }
        definitions.keep(alias);
        changes.accept("queue.create", alias.name());
    }

    /** Applies the rules for readers. Artemis stores them. */
    private void applyRules(QueueDefinition definition, Queue queue) throws ActiveMQException {
        QueueRules rules = definition.rules();
        if (rules.inhibitGet() != queue.isPaused()) {
            if (rules.inhibitGet()) {
                queue.pause(true);
            } else {
                queue.resume();
            }
        }
        int maxReaders = rules.shareable() ? Queue.MAX_CONSUMERS_UNLIMITED : 1;
        if (maxReaders != queue.getMaxConsumers()) {
            try {
                server.updateQueue(
                        QueueConfiguration.of(definition.name()).setMaxConsumers(maxReaders));
            } catch (ActiveMQException e) {
                throw e;
            } catch (Exception e) {
                throw StoreErrors.down(label, e);
            }
        }
    }

    /** Applies the settings of a queue, which Artemis does not store, to its address. */
    private void applySettings(QueueDefinition queue) {
        server.getAddressSettingsRepository()
                .addMatch(queue.name(), configuration.queueSettings(queue));
    }

    void delete(String queue) throws ActiveMQException {
        Queue found = find(queue);
        if (found == null) {
            if (isWithoutMessages(queue)) {
                definitions.forget(queue);
                changes.accept("queue.delete", queue);
            }
            return;
        }
        try {
            server.destroyQueue(found.getName(), null, false, true, true);
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw StoreErrors.down(label, e);
        }
        remove(queue);
        changes.accept("queue.delete", queue);
    }

    private void remove(String queue) {
        server.getAddressSettingsRepository().removeMatch(queue);
        definitions.forget(queue);
        depths.remove(queue);
        puts.remove(queue);
        indexes.remove(queue);
    }

    /**
     * Applies the attributes of a dynamic queue that a client has created.
     *
     * @param definition definition, made from the model
     */
    void begin(QueueDefinition definition, Queue queue) throws ActiveMQException {
        if (queue.isTemporary()) {
            definitions.keepTemporary(definition);
        } else {
            definitions.keep(definition);
        }
        if (!definition.rules().equals(QueueRules.DEFAULTS.dynamicOf(QueueModel.DEFAULT))
                || definition.maxDepth() > 0) {
            applySettings(definition);
            depths.set(definition);
            puts.set(definition);
            define(definition, queue);
            if (definition.rules().inhibitGet()) {
                queue.pause();
            }
        }
    }

    /** Forgets a dynamic queue that has been deleted. */
    void end(String queue) {
        if (!definitions.modelOf(queue).isEmpty()) {
            remove(queue);
        }
    }

    Collection<String> names() {
        List<String> names = new ArrayList<>();
        server.getPostOffice().getAllBindings().forEach(binding -> addName(binding, names));
        return names;
    }

    /** Whether a temporary queue has a name with the prefix of a model. */
    private boolean isNamed(String queue) {
        return !definitions.modelOf(queue).isEmpty() && QueueName.isValid(queue);
    }

    private void addName(Binding binding, List<String> names) {
        if (binding instanceof LocalQueueBinding local) {
            Queue queue = local.getQueue();
            boolean shown =
                    queue.getRoutingType() == RoutingType.ANYCAST && !queue.isInternalQueue();
            String name = queue.getName().toString();
            if (shown && (!queue.isTemporary() || isNamed(name)) && !name.startsWith("$")) {
                names.add(name);
            }
        }
    }

    QueueStatus status(String name) {
        Queue queue = find(name);
        if (queue == null) {
            return null;
        }
        long depth = settledDepth(queue);
        long gone =
                queue.getMessagesAcknowledged()
                        + queue.getMessagesExpired()
                        + queue.getMessagesKilled();
        return new QueueStatus(
                name,
                depth,
                queue.getDeliveringCount(),
                queue.getScheduledCount(),
                queue.getMessagesAdded(),
                gone,
                queue.getConsumerCount(),
                producers(name),
                oldest(queue));
    }

    /** Returns the number of client producers. Sessions of this process have no producers. */
    private int producers(String queue) {
        int count = 0;
        for (ServerSession session : server.getSessions()) {
            for (ServerProducer producer : session.getServerProducers()) {
                count += queue.equals(producer.getAddress()) ? 1 : 0;
            }
        }
        return count;
    }

    private static long oldest(Queue queue) {
        MessageReference first = queue.peekFirstMessage();
        return first == null ? 0 : Math.max(0, first.getMessage().getTimestamp());
    }

    /**
     * Returns the depth of a queue after pending messages are counted. Artemis counts the messages
     * put by a unit when one of its threads has processed the queue. This is requested before the
     * commit of the unit returns. After a start, it also counts the messages in page files.
     */
    private long settledDepth(Queue queue) {
        CountDownLatch looked = new CountDownLatch(1);
        try {
            if (queue.getPageSubscription().isStorePaging()) {
                paged.await(COUNT_SECONDS, TimeUnit.SECONDS);
            }
            queue.getExecutor().execute(looked::countDown);
            looked.await(SETTLE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            // The broker is stopping.
        }
        return queue.getMessageCount();
    }

    long depth(String name) {
        Queue queue = find(name);
        return queue == null ? 0 : queue.getMessageCount();
    }

    long clear(String name) {
        try {
            Queue queue = find(name);
            if (queue == null) {
                return 0;
            }
            long removed = queue.deleteAllReferences();
            // The queue updates its count when the removals are in the journal.
            server.getStorageManager().waitOnOperations();
            changes.accept("queue.clear", name);
            return removed;
        } catch (Exception e) {
            throw StoreErrors.down(label, e);
        }
    }
}
