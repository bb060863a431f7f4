package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.mq.QueueInputSettings.GroupSettings;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The MQInput node of one instance that reads groups of messages, or logical messages in segments.
 * The messages of a group are taken one by one, because the store then counts the backouts of each
 * message.
 */
final class GroupReading implements QueueInput {

    private static final Logger LOG = EventLog.of(GroupReading.class);

    /** Time after which an incomplete group is reported. */
    private static final long REPORTED_SECONDS = 60;

    private static final int MAX_REPORTED = 1_000;

    private final NodeContext context;
    private final QueueInputSettings settings;
    private final GroupSettings groups;
    private final QueueSearch search;
    private final RefusedGroups refused;
    private final Set<GroupKey> reported = new HashSet<>();

    /** Messages of the current group that have not been returned yet. */
    private final ArrayDeque<Delivery> pending = new ArrayDeque<>();

    private volatile boolean woken;

    GroupReading(NodeContext context, QueueInputSettings settings, GroupSettings groups) {
        this.context = context;
        this.settings = settings;
        this.groups = groups;
        refused = new RefusedGroups(groups.byGroup());
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

    /**
     * Takes the next complete group, or the next message that belongs to no group or to a refused
     * group.
     */
    private @Nullable MessageUnit found() {
        MessageGroups.Limits limits = MessageGroups.Limits.of(context, context.queues());
        MessageGroups found = new MessageGroups(limits, refused);
        QueueMessage last =
                context.queues()
                        .take(
                                settings.queue(),
                                m -> settings.selection().matches(m.descriptor()) && found.add(m));
        if (last == null && found.isFull()) {
            last = context.queues().take(settings.queue(), m -> refused.contains(m.descriptor()));
        }
        if (last == null) {
            return incomplete(found, limits.groupBytes());
        }
        MessageGroup group = found.complete();
        return group == null
                ? new MessageUnit(List.of(last), refused.error(last.descriptor()))
                : rest(group, last, null, limits.groupBytes());
    }

    /** Takes a group that was incomplete for too long, and reports other incomplete groups. */
    private @Nullable MessageUnit incomplete(MessageGroups found, long maxBytes) {
        Instant now = context.clock().instant();
        for (MessageGroup group : found.incomplete()) {
            boolean late = group.lastPut().isBefore(now.minusSeconds(REPORTED_SECONDS));
            if (late && reported.size() < MAX_REPORTED && reported.add(group.key())) {
                LOG.warn(
                        "{}: on queue {}, {}; it stays on the queue",
                        context.label(),
                        settings.queue(),
                        group.describe());
            }
        }
        if (groups.timeoutMillis() == 0) {
            return null;
        }
        MessageGroup late = found.before(now.minusMillis(groups.timeoutMillis())).orElse(null);
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
                                        + " ms has passed"),
                        maxBytes);
    }

    /**
     * Takes the remaining messages of a group.
     *
     * @param taken message of the group that was taken; null for none
     * @return null if another reader has taken a message of the group
     */
    private @Nullable MessageUnit rest(
            MessageGroup group,
            @Nullable QueueMessage taken,
            @Nullable MillraceException error,
            long maxBytes) {
        List<QueueMessage> messages =
                group.take(
                        condition -> context.queues().take(settings.queue(), condition),
                        taken,
                        maxBytes);
        if (messages == null) {
            context.queues().keepBackoutCounts();
            context.queues().rollback();
            return null;
        }
        reported.remove(group.key());
        if (groups.logicalOrder()) {
            messages.sort(Comparator.comparingInt(m -> m.descriptor().msgSeqNumber()));
        }
        return new MessageUnit(error == null ? MessageGroup.assemble(messages) : messages, error);
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
