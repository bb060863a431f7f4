package io.millrace.engine.queue;

import java.time.Clock;

/** A provider of stores that exist until the process ends. */
public final class MemoryQueueProvider implements QueueStoreProvider {

    @Override
    public String name() {
        return QueueStores.MEMORY;
    }

    @Override
    public QueueStore open(QueueStoreSettings settings) {
        MemoryQueues queues =
                new MemoryQueues(settings.maxMessageBytes(), Clock.systemUTC(), settings.units());
        queues.openUnits().watch();
        return queues;
    }
}
