package io.millrace.store.artemis;

import io.millrace.engine.queue.QueueDefinition;

import org.apache.activemq.artemis.api.core.SimpleString;

/** An existing queue, with the data that a put needs. */
record ResolvedQueue(String name, SimpleString address, QueueDefinition definition) {

    ResolvedQueue(QueueDefinition definition) {
        this(definition.name(), SimpleString.of(definition.name()), definition);
    }
}
