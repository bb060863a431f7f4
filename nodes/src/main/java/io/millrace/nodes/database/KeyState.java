package io.millrace.nodes.database;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;

/** Keys of received messages in the state of the node: records without a value. */
final class KeyState implements IdempotentReceive.Keys {

    private final State keys;

    KeyState(NodeDefinition node, NodeContext context) {
        keys =
                context.state(
                        "received/" + IdempotentReceive.source(node, context),
                        StateLimits.lastKeys(node.integer("keepKeys")));
    }

    @Override
    public boolean isNew(String key) {
        if (keys.get(key) != null) {
            return false;
        }
        keys.put(key, Bytes.EMPTY);
        return true;
    }

    @Override
    public void close() {
        keys.close();
    }
}
