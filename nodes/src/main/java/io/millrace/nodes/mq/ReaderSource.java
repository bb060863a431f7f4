package io.millrace.nodes.mq;

import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;

import org.jspecify.annotations.Nullable;

/** A source of all messages of a queue. The queue is opened when the first message is received. */
final class ReaderSource implements MessageSource {

    private final NodeContext context;
    private final String queue;
    private volatile @Nullable QueueReader reader;

    ReaderSource(NodeContext context, String queue) {
        this.context = context;
        this.queue = queue;
    }

    private QueueReader reader() {
        QueueReader open = reader;
        if (open == null) {
            open = context.queues().reader(queue);
            open.keepCandidatesSeparate();
            reader = open;
        }
        return open;
    }

    @Override
    public @Nullable QueueMessage receive(long timeoutMillis) {
        QueueReader open = reader();
        return timeoutMillis == 0 && !context.unit().isEmpty()
                ? open.receiveReady()
                : open.receive(timeoutMillis);
    }

    @Override
    public void acceptNow() {
        reader().acceptNow();
    }

    @Override
    public void giveBack() {
        reader().giveBack();
    }

    @Override
    public void wake() {
        // Before the reader is opened, the instance itself ends the next wait.
        QueueReader open = reader;
        if (open != null) {
            open.wake();
        }
    }

    @Override
    public void close() {
        QueueReader open = reader;
        if (open != null) {
            open.close();
        }
    }
}
