package io.millrace.nodes.mq;

import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

/** A source of the messages of a queue that have certain identifiers. */
final class SelectedSource implements MessageSource {

    private final NodeContext context;
    private final MessageSelection selection;
    private final QueueSearch search;
    private volatile boolean woken;

    SelectedSource(NodeContext context, String queue, MessageSelection selection) {
        this.context = context;
        this.selection = selection;
        search = new QueueSearch(context.queueStore(), queue, () -> woken);
    }

    @Override
    public @Nullable QueueMessage receive(long timeoutMillis) {
        QueueMessage found = search.take(context.queues(), selection, timeoutMillis);
        woken = false;
        return found;
    }

    @Override
    public void acceptNow() {
        // The unit contains only the received message.
        context.queues().commit();
    }

    @Override
    public void giveBack() {
        context.queues().keepBackoutCounts();
        context.queues().rollback();
    }

    @Override
    public void wake() {
        woken = true;
    }

    @Override
    public void close() {
        // The session of the instance holds the message.
    }
}
