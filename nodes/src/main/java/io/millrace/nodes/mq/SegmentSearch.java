package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.UnitWatcher;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A search for the first message on a queue that is whole: a message without segments, or a logical
 * message whose segments are all on the queue.
 */
record SegmentSearch(NodeContext context, String queue) {

    /**
     * Takes the first whole message with the identifiers in the unit of a session.
     *
     * @return null if the queue contains none
     */
    @Nullable QueueMessage take(QueueSession session, MessageSelection selection) {
        return whole(
                session,
                selection,
                condition -> session.take(queue, condition),
                conflict -> putBack(session, conflict));
    }

    /**
     * Returns the first whole message with the identifiers. It stays on the queue.
     *
     * @return null if the queue contains none
     */
    @Nullable QueueMessage browse(MessageSelection selection) {
        return whole(context.queues(), selection, this::first, conflict -> {});
    }

    /**
     * Puts the segments that were taken back on the queue. If they are in the unit of the message,
     * the whole unit is rolled back, even if the flow handles the error.
     */
    private void putBack(QueueSession session, MillraceException conflict) {
        if (session == context.queues()) {
            context.unit().watch(new Refusal(conflict));
        } else {
            session.keepBackoutCounts();
            session.rollback();
        }
    }

    /** Refuses the commit of a unit. */
    private record Refusal(MillraceException reason) implements UnitWatcher {

        @Override
        public void committing() {
            throw reason;
        }

        @Override
        public void ended(boolean committed) {
            // The unit was rolled back.
        }
    }

    /**
     * @param source returns the first message on the queue that fulfils a condition
     * @param onConflict called before the exception if another reader has taken segments
     */
    private @Nullable QueueMessage whole(
            QueueSession session,
            MessageSelection selection,
            Function<Predicate<QueueMessage>, @Nullable QueueMessage> source,
            Consumer<MillraceException> onConflict) {
        RefusedGroups refused = new RefusedGroups(false);
        MessageGroups.Limits limits = MessageGroups.Limits.of(context, session);
        MessageGroups found = new MessageGroups(limits, refused);
        QueueMessage last =
                source.apply(
                        message ->
                                selection.matches(message.descriptor())
                                        && found.add(message)
                                        && !refused.contains(message.descriptor()));
        if (last == null) {
            refused.throwFirst();
            return null;
        }
        MessageGroup group = found.complete();
        if (group == null) {
            return last;
        }
        List<QueueMessage> segments = group.take(source, last, limits.groupBytes());
        if (segments == null) {
            MillraceException conflict =
                    new MillraceException(
                            ErrorCode.QUEUE_IN_USE,
                            "another reader of queue %s has taken segments of %s"
                                    .formatted(queue, group.key()));
            onConflict.accept(conflict);
            throw conflict;
        }
        return MessageGroup.assemble(segments).getFirst();
    }

    private @Nullable QueueMessage first(Predicate<QueueMessage> condition) {
        QueueMessage[] found = new QueueMessage[1];
        context.queueStore()
                .browse(
                        queue,
                        message -> {
                            if (found[0] == null && condition.test(message)) {
                                found[0] = message;
                            }
                        });
        return found[0];
    }
}
