package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import java.util.Objects;

/**
 * A message on a queue. Immutable. Safe for use by several threads.
 *
 * @param descriptor MQMD of the message
 * @param body data after the MQMD: headers and user data
 */
public record QueueMessage(Mqmd descriptor, Bytes body) {

    public QueueMessage {
        Objects.requireNonNull(descriptor);
        Objects.requireNonNull(body);
    }
}
