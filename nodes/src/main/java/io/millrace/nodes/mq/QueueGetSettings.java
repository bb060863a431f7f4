package io.millrace.nodes.mq;

import io.millrace.engine.parser.MessageAssembler.Defaults;

/**
 * Properties of an MQGet node.
 *
 * @param waitMillis maximum time to wait for a message; 0 for no wait
 * @param browse whether the message stays on the queue
 * @param assemblesSegments whether messages in segments are assembled
 * @param transactionMode automatic, yes or no
 * @param defaults parsing of the message
 */
record QueueGetSettings(
        String queue,
        MessageIdentifiers identifiers,
        int waitMillis,
        boolean browse,
        boolean assemblesSegments,
        String transactionMode,
        GetResult result,
        Defaults defaults) {}
