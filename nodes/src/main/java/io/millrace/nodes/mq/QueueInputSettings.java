package io.millrace.nodes.mq;

import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler.Defaults;

/**
 * The property values of an MQInput node.
 *
 * @param queue name of the queue
 * @param transactionMode yes, no or automatic
 * @param backoutThreshold maximum number of backouts; 0 for the value of the queue definition
 * @param backoutQueue backout queue; empty for the value of the queue definition
 * @param topic default topic; empty for none
 * @param gate gate for ordered messages; null if messages are not ordered
 */
record QueueInputSettings(
        String queue,
        String transactionMode,
        int backoutThreshold,
        String backoutQueue,
        String topic,
        Defaults defaults,
        OrderGate gate) {

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
