package io.millrace.nodes;

import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;

import org.junit.jupiter.api.BeforeEach;

/** The tests of MQGet with an index of the queue from which the node gets messages. */
class MQGetIndexTest extends MQGetTest {

    @BeforeEach
    void indexQueue() {
        run.queues.create(QueueDefinition.named("OTHER").withIndex(QueueIndex.CORREL_ID, 1_000));
    }
}
