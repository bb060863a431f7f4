package io.millrace.nodes.mq;

import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler.Defaults;

/**
 * What an MQInput node's properties say.
 *
 * @param transactionMode yes, no or automatic
 * @param backoutThreshold 0 where the queue's definition decides
 * @param backoutQueue empty where the queue's definition decides
 * @param topic empty for none
 * @param gate null where order does not matter
 */
record QueueInputSettings(
        String queue,
        String transactionMode,
        int backoutThreshold,
        String backoutQueue,
        String topic,
        Defaults defaults,
        OrderGate gate) {

    /** How a message is read. */
    Defaults defaults(boolean transactional) {
        return transactional ? defaults : defaults.transactional(false);
    }

    /** Whether a message is taken in the unit of work. */
    boolean isTransactional(Mqmd descriptor) {
        return switch (transactionMode) {
            case "no" -> false;
            case "automatic" -> descriptor.isPersistent();
            default -> true;
        };
    }
}
