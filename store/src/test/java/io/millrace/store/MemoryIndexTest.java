package io.millrace.store;

import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueStore;

import org.junit.jupiter.api.AfterEach;

class MemoryIndexTest extends QueueIndexContract {

    @Override
    QueueStore open() {
        return new MemoryQueues();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }
}
