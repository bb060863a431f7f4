package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueRules;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.LargeServerMessage;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.RouteContextList;
import org.apache.activemq.artemis.core.server.RoutingContext;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rules of queues for messages of all senders: inhibited puts and the maximum size of messages.
 * Sessions of this process apply the same rules before they send.
 */
final class PutLimits {

    private final Map<SimpleString, QueueDefinition> limited = new ConcurrentHashMap<>();

    void set(QueueDefinition definition) {
        SimpleString queue = SimpleString.of(definition.name());
        QueueRules rules = definition.rules();
        if (!rules.isWithoutMessages() && (rules.inhibitPut() || rules.maxMessageBytes() > 0)) {
            limited.put(queue, definition);
        } else {
            limited.remove(queue);
        }
    }

    void remove(String queue) {
        limited.remove(SimpleString.of(queue));
    }

    void beforeMessageRoute(Message message, RoutingContext context) throws ActiveMQException {
        if (limited.isEmpty()) {
            return;
        }
        for (RouteContextList to : context.getContexListing().values()) {
            check(to.getDurableQueues(), message, context);
            check(to.getNonDurableQueues(), message, context);
        }
    }

    private void check(List<Queue> queues, Message message, RoutingContext context)
            throws ActiveMQException {
        for (Queue queue : queues) {
            QueueDefinition definition = limited.get(queue.getName());
            if (definition != null) {
                check(definition, message, context);
            }
        }
    }

    private static void check(QueueDefinition definition, Message message, RoutingContext context)
            throws ActiveMQException {
        try {
            PutRules.check(definition, size(message));
        } catch (MillraceException refused) {
            throw DepthLimits.refuse(
                    new ActiveMQException(
                            refused.code().id() + " " + refused.getMessage(),
                            ActiveMQExceptionType.ADDRESS_FULL),
                    message,
                    context);
        }
    }

    /** Returns the number of bytes of the body; for other protocols, of the encoded message. */
    private static int size(Message message) throws ActiveMQException {
        if (message instanceof ICoreMessage core && !(message instanceof LargeServerMessage)) {
            return core.getBodyBufferSize();
        }
        return (int) Math.min(Integer.MAX_VALUE, message.getWholeMessageSize());
    }
}
