package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * A message on a queue. Immutable. Safe for use by several threads.
 *
 * @param descriptor MQMD of the message
 * @param body data after the MQMD: headers and user data
 * @param failure reason why a flow moved the message to this queue; null if no flow did
 */
public record QueueMessage(Mqmd descriptor, Bytes body, @Nullable FailureReport failure) {

    public QueueMessage {
        Objects.requireNonNull(descriptor);
        Objects.requireNonNull(body);
    }

    /** Creates a message that has not failed. */
    public QueueMessage(Mqmd descriptor, Bytes body) {
        this(descriptor, body, null);
    }
}
