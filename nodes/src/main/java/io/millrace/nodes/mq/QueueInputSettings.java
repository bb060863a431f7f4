package io.millrace.nodes.mq;

import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.MessageAssembler.Defaults;

import org.jspecify.annotations.Nullable;

/**
 * The property values of an MQInput node.
 *
 * @param queue name of the queue
 * @param transactionMode yes, no or automatic
 * @param backoutThreshold maximum number of backouts; 0 for the value of the queue definition
 * @param backoutQueue backout queue; empty for the value of the queue definition
 * @param topic default topic; empty for none
 * @param gate gate for ordered messages; null if messages are not ordered
 * @param selection identifiers that messages must have
 * @param conversion conversion of received data; null for none
 * @param cursor position of a node that browses; null if messages are removed from the queue
 * @param groups properties of a node that reads groups or assembles segments; null for other nodes
 */
record QueueInputSettings(
        String queue,
        String transactionMode,
        int backoutThreshold,
        String backoutQueue,
        String topic,
        Defaults defaults,
        @Nullable OrderGate gate,
        MessageSelection selection,
        @Nullable DataConversion conversion,
        @Nullable BrowseCursor cursor,
        @Nullable GroupSettings groups) {

    /**
     * Properties of a node that reads groups or assembles segments.
     *
     * @param byGroup whether groups are read; otherwise logical messages
     * @param logicalOrder whether messages are processed in the order of MsgSeqNumber; otherwise in
     *     the order of the queue
     * @param timeoutMillis time after the last message of an incomplete group; 0 for no limit
     */
    record GroupSettings(boolean byGroup, boolean logicalOrder, long timeoutMillis) {}

    /** Opens the source of messages of an instance. */
    MessageSource source(NodeContext context) {
        if (cursor != null) {
            return new BrowseSource(context.queueStore(), cursor);
        }
        return selection.isAll()
                ? new ReaderSource(context, queue)
                : new SelectedSource(context, queue, selection);
    }

    /** Whether messages stay on the queue. */
    boolean isBrowsing() {
        return cursor != null;
    }

    /** Returns the defaults for parsing a message. */
    Defaults defaults(boolean transactional) {
        return transactional ? defaults : defaults.transactional(false);
    }

    /** Whether a message is read in the unit of work. */
    boolean isTransactional(Mqmd descriptor) {
        return switch (transactionMode) {
            case "no" -> false;
            case "automatic" -> descriptor.isPersistent();
            default -> true;
        };
    }
}
