package io.millrace.store.artemis;

import io.millrace.engine.queue.QueueDefinition;

import org.apache.activemq.artemis.api.core.SimpleString;

/** A queue that exists, with what a put needs of it at hand. */
record KnownQueue(String name, SimpleString address, QueueDefinition definition) {

    KnownQueue(QueueDefinition definition) {
        this(definition.name(), SimpleString.of(definition.name()), definition);
    }
}
