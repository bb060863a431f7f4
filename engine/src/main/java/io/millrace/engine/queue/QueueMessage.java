package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import java.util.Objects;

/**
 * A message as a queue holds it. Safe to share between threads, as nobody changes it.
 *
 * @param descriptor the MQMD
 * @param body everything behind the MQMD: headers and user data
 */
public record QueueMessage(Mqmd descriptor, Bytes body) {

    public QueueMessage {
        Objects.requireNonNull(descriptor);
        Objects.requireNonNull(body);
    }
}
