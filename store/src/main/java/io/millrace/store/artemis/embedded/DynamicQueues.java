package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueName;
import io.millrace.store.artemis.access.QueueNames;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.security.SecurityAuth;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerQueuePlugin;

import java.util.Comparator;
import java.util.function.Supplier;

/**
 * A plugin for the dynamic queues that clients create. A queue whose name has the prefix of a model
 * gets the attributes of the model. A temporary queue without such a name gets those of {@link
 * QueueModel#DEFAULT}. It must be registered after the plugin that checks rights.
 */
final class DynamicQueues implements ActiveMQServerQueuePlugin {

    private final EmbeddedQueues queues;
    private final String own;

    /**
     * @param own user of this process, whose queues are not dynamic
     */
    DynamicQueues(EmbeddedQueues queues, String own) {
        this.queues = queues;
        this.own = own;
    }

    /** Returns the names for the checks of rights. */
    static QueueNames names(Supplier<EmbeddedQueues> queues) {
        return new QueueNames() {
            @Override
            public boolean exists(String name) {
                return queues.get().exists(name);
            }

            @Override
            public String modelOf(String name) {
                String model = queues.get().definitions().modelOf(name);
                QueueDefinition next = model.isEmpty() ? model(queues.get(), name) : null;
                return next == null ? model : next.name();
            }

            @Override
            public String creatorOf(String name) {
                boolean isDynamic = !queues.get().definitions().modelOf(name).isEmpty();
                Queue queue = isDynamic ? queues.get().find(name) : null;
                return queue == null || queue.getUser() == null ? "" : queue.getUser().toString();
            }
        };
    }

    /** Returns the model of a new queue; null if it has none. */
    private static QueueDefinition model(EmbeddedQueues queues, String name) {
        if (!QueueName.isValid(name)) {
            return defaultModel(queues);
        }
        return queues.definitions().models().stream()
                .filter(model -> model.rules().model().matches(name))
                .max(Comparator.comparingInt(model -> model.rules().model().prefix().length()))
                .orElse(null);
    }

    private static QueueDefinition defaultModel(EmbeddedQueues queues) {
        QueueDefinition found = queues.definition(QueueModel.DEFAULT);
        return found.rules().isModel() && found.rules().model().isTemporary() ? found : null;
    }

    /** Whether a client creates a queue with messages of its own. */
    private boolean isOfClient(SimpleString user, RoutingType routing) {
        return user != null && routing != RoutingType.MULTICAST && !own.equals(user.toString());
    }

    @Override
    public void beforeCreateQueue(QueueConfiguration queue) throws ActiveMQException {
        if (!isOfClient(queue.getUser(), queue.getRoutingType())) {
            return;
        }
        String name = queue.getName().toString();
        QueueDefinition definition = model(queues, name);
        try {
            if (definition != null) {
                prepare(queue, definition);
            } else if (queue.isTemporary()
                    && queues.definitions().dynamicQueues(QueueModel.DEFAULT)
                            >= QueueModel.DEFAULT_MAX_TEMPORARY) {
                throw QueueModel.tooMany(QueueModel.DEFAULT, QueueModel.DEFAULT_MAX_TEMPORARY);
            }
        } catch (MillraceException refused) {
            throw new ActiveMQException(
                    refused.code().id() + " " + refused.getMessage(),
                    ActiveMQExceptionType.ADDRESS_FULL);
        }
    }

    private void prepare(QueueConfiguration queue, QueueDefinition definition)
            throws ActiveMQException {
        QueueModel model = definition.rules().model();
        if (model.isTemporary() != queue.isTemporary()) {
            throw new ActiveMQException(
                    "the queue %s must be %s, like the dynamic queues of its model %s"
                            .formatted(queue.getName(), model.kind().word(), definition.name()),
                    ActiveMQExceptionType.ILLEGAL_STATE);
        }
        model.checkCount(definition.name(), queues.definitions().dynamicQueues(definition.name()));
        queue.setDurable(!model.isTemporary());
        queue.setAutoDelete(false);
        queue.setMaxConsumers(definition.rules().shareable() ? Queue.MAX_CONSUMERS_UNLIMITED : 1);
    }

    @Override
    public void afterCreateQueue(Queue queue) throws ActiveMQException {
        if (!isOfClient(queue.getUser(), queue.getRoutingType())) {
            return;
        }
        String name = queue.getName().toString();
        QueueDefinition model = model(queues, name);
        if (model != null) {
            queues.begin(model.dynamic(name), queue);
        } else if (queue.isTemporary()) {
            QueueDefinition standard = QueueDefinition.named(name);
            queues.begin(standard.withRules(standard.rules().dynamicOf(QueueModel.DEFAULT)), queue);
        }
    }

    @Override
    public void afterDestroyQueue(
            Queue queue,
            SimpleString address,
            SecurityAuth session,
            boolean checkConsumerCount,
            boolean removeConsumers,
            boolean autoDeleteAddress) {
        if (isOfClient(queue.getUser(), queue.getRoutingType())) {
            queues.end(queue.getName().toString());
        }
    }
}
