package io.millrace.engine.queue;

/** Opens stores that live as long as the process. */
public final class MemoryQueueProvider implements QueueStoreProvider {

    @Override
    public String name() {
        return QueueStores.MEMORY;
    }

    @Override
    public QueueStore open(QueueStoreSettings settings) {
        return new MemoryQueues(settings.maxMessageBytes());
    }
}
