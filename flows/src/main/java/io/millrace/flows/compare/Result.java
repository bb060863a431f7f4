package io.millrace.flows.compare;

import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The result of a message in a version.
 *
 * @param outputs messages on queues and the reply
 * @param ending how the message ended, with its failures; null for recorded outputs
 */
record Result(List<Output> outputs, @Nullable String ending) {

    /**
     * An output.
     *
     * @param queue name of the queue, or {@code reply}
     * @param message message
     * @param properties properties of a reply that the message does not contain
     * @param hasHeaders whether the headers of the message are known
     */
    record Output(String queue, QueueMessage message, String properties, boolean hasHeaders) {}
}
