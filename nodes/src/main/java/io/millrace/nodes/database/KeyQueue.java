package io.millrace.nodes.database;

import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.queue.ReceivedKeys;

import java.util.regex.Pattern;

/** Keys of received messages on a queue. A key is put in the unit of work of the message. */
final class KeyQueue implements IdempotentReceive.Keys {

    private static final String PREFIX = "SYSTEM.RECEIVED.";

    /** Characters that a queue name cannot contain. */
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._/%-]");

    private static final int SHORT_DIGEST = 12;

    private final NodeContext context;
    private final ReceivedKeys keys;

    KeyQueue(NodeDefinition node, NodeContext context) {
        this.context = context;
        keys =
                ReceivedKeys.open(
                        context.queueStore(),
                        queue(IdempotentReceive.source(node, context)),
                        node.integer("keepKeys"));
    }

    /**
     * Returns the queue of a source. If characters of the name are replaced, the queue names of
     * different sources remain distinct.
     */
    static String queue(String source) {
        String name = OTHER.matcher(source).replaceAll("_");
        return name.equals(source)
                ? PREFIX + name
                : PREFIX + name + "." + IdempotentReceive.digest(source).substring(0, SHORT_DIGEST);
    }

    @Override
    public boolean isNew(String key) {
        return keys.claim(key, context.unit(), context.queues(), context::isStopped);
    }

    @Override
    public void close() {
        keys.close();
    }
}
