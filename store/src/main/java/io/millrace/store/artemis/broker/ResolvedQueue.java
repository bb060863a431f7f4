package io.millrace.store.artemis.broker;

import io.millrace.engine.queue.QueueDefinition;

import org.apache.activemq.artemis.api.core.SimpleString;

/** An existing queue, with the data that a put needs. */
public record ResolvedQueue(String name, SimpleString address, QueueDefinition definition) {

    public ResolvedQueue(QueueDefinition definition) {
        this(definition.name(), SimpleString.of(definition.name()), definition);
    }
}
