package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Heap;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.mq.MessageGroups.Group;
import io.millrace.nodes.mq.QueueInputSettings.GroupSettings;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The MQInput node of one instance that reads groups of messages. The messages of a group are taken
 * one by one, because the store then counts the backouts of each message.
 */
final class GroupReading implements QueueInput {

    private static final Logger LOG = EventLog.of(GroupReading.class);

    /** Time after which an incomplete group is reported. */
    private static final long REPORTED_SECONDS = 60;

    /** Part of the heap that the messages of a group can use, which are in memory together. */
    private static final int HEAP_SHARE = 8;

    private static final int MAX_REPORTED = 1_000;

    private final NodeContext context;
    private final QueueInputSettings settings;
    private final GroupSettings groups;
    private final QueueSearch search;
    private final RefusedGroups refused = new RefusedGroups();
    private final long maxBytes;
    private final Set<Bytes> reported = new HashSet<>();

    /** Messages of the current group that have not been returned yet. */
    private final ArrayDeque<Delivery> pending = new ArrayDeque<>();

    private volatile boolean woken;

    GroupReading(NodeContext context, QueueInputSettings settings, GroupSettings groups) {
        this.context = context;
        this.settings = settings;
        this.groups = groups;
        maxBytes = Math.max(context.limits().messageBytes(), Heap.MAX_BYTES / HEAP_SHARE);
        search = new QueueSearch(context.queueStore(), settings.queue(), () -> woken);
    }

    @Override
    public @Nullable Delivery receive(long timeoutMillis) {
        if (pending.isEmpty()) {
            MessageUnit unit = search.search(this::found, timeoutMillis);
            woken = false;
            if (unit == null) {
                return null;
            }
            context.unit().enlist(context.queues());
            unit.deliveries(context, settings, pending::clear).forEach(pending::add);
        }
        return pending.poll();
    }

    /** Takes the next message that is in no group or a refused one, or the next complete group. */
    private @Nullable MessageUnit found() {
        MessageGroups found =
                new MessageGroups(maxBytes, context.queues().maxUncommittedMessages(), refused);
        QueueMessage last = context.queues().take(settings.queue(), found::add);
        if (last == null && found.isFull()) {
            last = context.queues().take(settings.queue(), m -> refused.contains(m.descriptor()));
        }
        if (last == null) {
            return incomplete(found);
        }
        Group group = found.complete();
        return group == null
                ? new MessageUnit(List.of(last), refused.error(last.descriptor()))
                : rest(group, last, null);
    }

    /** Takes a group that stayed incomplete for too long, and reports others. */
    private @Nullable MessageUnit incomplete(MessageGroups found) {
        Instant now = context.clock().instant();
        for (Group group : found.incomplete()) {
            boolean late = group.lastPut().isBefore(now.minusSeconds(REPORTED_SECONDS));
            if (late && reported.size() < MAX_REPORTED && reported.add(group.id())) {
                LOG.warn(
                        "{}: {} of queue {}; the group stays on the queue",
                        context.label(),
                        group.describe(),
                        settings.queue());
            }
        }
        if (groups.timeoutMillis() == 0) {
            return null;
        }
        Group late = found.before(now.minusMillis(groups.timeoutMillis())).orElse(null);
        return late == null
                ? null
                : rest(
                        late,
                        null,
                        new MillraceException(
                                ErrorCode.BACKED_OUT,
                                late.describe()
                                        + ", and the groupTimeout of "
                                        + groups.timeoutMillis()
                                        + " ms has passed"));
    }

    /**
     * Takes the remaining messages of a group.
     *
     * @param taken message of the group that was taken; null for none
     * @return null if another reader has taken a message of the group, or put larger ones of the
     *     same numbers
     */
    private @Nullable MessageUnit rest(
            Group group, @Nullable QueueMessage taken, @Nullable MillraceException error) {
        List<QueueMessage> messages = new ArrayList<>();
        Set<Integer> missing = group.numbers();
        long bytes = 0;
        if (taken != null) {
            bytes = taken.body().length();
            messages.add(taken);
            missing.remove(taken.descriptor().msgSeqNumber());
        }
        while (!missing.isEmpty()) {
            QueueMessage next =
                    context.queues()
                            .take(settings.queue(), m -> isOneOf(m.descriptor(), group, missing));
            bytes += next == null ? 0 : next.body().length();
            if (next == null || bytes > maxBytes) {
                context.queues().keepBackoutCounts();
                context.queues().rollback();
                return null;
            }
            messages.add(next);
            missing.remove(next.descriptor().msgSeqNumber());
        }
        reported.remove(group.id());
        if (groups.logicalOrder()) {
            messages.sort(Comparator.comparingInt(m -> m.descriptor().msgSeqNumber()));
        } else if (taken != null) {
            // The search found the message that completes the group last.
            messages.add(messages.removeFirst());
        }
        return new MessageUnit(messages, error);
    }

    private static boolean isOneOf(Mqmd descriptor, Group group, Set<Integer> numbers) {
        return descriptor.groupId().equals(group.id())
                && MessageGroups.isInGroup(descriptor)
                && numbers.contains(descriptor.msgSeqNumber());
    }

    @Override
    public Delivery accept(QueueMessage message) {
        return new QueueDelivery(context, settings, message, false, false, committed -> {});
    }

    @Override
    public void wake() {
        woken = true;
    }

    @Override
    public void close() {
        pending.clear();
    }
}
