package io.millrace.nodes.database;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;

import org.slf4j.Logger;

/**
 * A store for keys of received messages in the state of the node. Each key is a record without a
 * value.
 */
final class KeyState implements IdempotentReceive.Keys {

    private static final Logger LOG = EventLog.of(KeyState.class);

    /** Prefix of the queues in which builds before the first release stored keys. */
    private static final String OLD_PREFIX = "SYSTEM.RECEIVED.";

    private final State keys;
    private final QueueStore queues;
    private final String oldQueue;
    private boolean hasWarned;

    KeyState(NodeDefinition node, NodeContext context) {
        String source = IdempotentReceive.source(node, context);
        queues = context.queueStore();
        oldQueue = OLD_PREFIX + source;
        keys = context.state("received/" + source, StateLimits.lastKeys(node.integer("keepKeys")));
    }

    @Override
    public boolean isNew(String key) {
        warnOfOldQueue();
        if (keys.get(key) != null) {
            return false;
        }
        keys.put(key, Bytes.EMPTY);
        return true;
    }

    private void warnOfOldQueue() {
        if (!hasWarned) {
            hasWarned = true;
            if (queues.exists(oldQueue)) {
                LOG.warn(
                        """
                        the keys on {} are ignored: they were stored by a build before the first \
                        release, and their format has changed; after the period in which \
                        messages can be sent again, delete the queue\
                        """,
                        oldQueue);
            }
        }
    }

    @Override
    public void close() {
        keys.close();
    }
}
