package io.millrace.nodes.mq;

import io.millrace.engine.message.Heap;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The groups among the messages of a queue, or the logical messages in segments, that were found in
 * one search. The number of groups and of their messages is limited. Above the limit, the group
 * that was found first is refused.
 */
final class MessageGroups {

    /**
     * Maximum MsgSeqNumber and therefore maximum number of messages in a group. MQ allows larger
     * numbers.
     */
    static final int MAX_SEQUENCE_NUMBER = 1_000_000;

    /** Maximum number of groups of one search. */
    static final int MAX_GROUPS = 10_000;

    /** Maximum number of messages of all groups of one search, about 50 bytes each. */
    static final int MAX_FOUND = 1_000_000;

    private final Map<GroupKey, MessageGroup> groups = new LinkedHashMap<>();
    private final Limits limits;
    private final RefusedGroups refused;
    private @Nullable MessageGroup complete;
    private int found;
    private boolean full;

    /**
     * Limits of a group.
     *
     * @param groupBytes maximum size of the messages of a group
     * @param messageBytes maximum size of a logical message
     * @param maxUncommittedMessages maximum number of messages that a unit gets and puts. A group
     *     that is backed out gets and puts each of its messages
     */
    record Limits(long groupBytes, int messageBytes, int maxUncommittedMessages) {

        /**
         * Divisor of the size of the heap: the messages of one group can use 1/8 of the heap. All
         * messages of a group are in memory at the same time.
         */
        private static final int HEAP_SHARE = 8;

        static Limits of(NodeContext context, QueueSession session) {
            int messageBytes = context.limits().messageBytes();
            return new Limits(
                    Math.max(messageBytes, Heap.MAX_BYTES / HEAP_SHARE),
                    messageBytes,
                    session.maxUncommittedMessages());
        }
    }

    /**
     * @param refused groups that exceed a limit; others are added
     */
    MessageGroups(Limits limits, RefusedGroups refused) {
        this.limits = limits;
        this.refused = refused;
    }

    /**
     * Adds a message. Returns whether it can be taken: it belongs to no other message, completes a
     * group, or is in a refused group.
     */
    boolean add(QueueMessage message) {
        Mqmd descriptor = message.descriptor();
        GroupKey key = GroupKey.of(descriptor, refused.byGroup());
        if (key == null || refused.contains(key)) {
            return true;
        }
        if (full) {
            return false;
        }
        MessageGroup group = groups.computeIfAbsent(key, MessageGroup::new);
        String reason = invalidNumber(key, descriptor);
        if (reason == null) {
            group.add(descriptor, message.body().length());
            reason = exceeded(group, descriptor);
        }
        if (reason != null) {
            refused.add(key, reason);
            return true;
        }
        if (group.isComplete()) {
            complete = group;
            return true;
        }
        if (groups.size() > MAX_GROUPS || ++found > MAX_FOUND) {
            refuseFirst();
        }
        return false;
    }

    private static @Nullable String invalidNumber(GroupKey key, Mqmd descriptor) {
        int number = descriptor.msgSeqNumber();
        return key.isGroup() && (number < 1 || number > MAX_SEQUENCE_NUMBER)
                ? "the MsgSeqNumber of a message must be 1 to %d (found %d)"
                        .formatted(MAX_SEQUENCE_NUMBER, number)
                : null;
    }

    /** Returns the limit that a group exceeds; null for none. */
    private @Nullable String exceeded(MessageGroup group, Mqmd descriptor) {
        if (group.bytes() > limits.groupBytes()) {
            return "its messages contain more than " + limits.groupBytes() + " bytes";
        }
        if (group.bytes(descriptor.msgSeqNumber()) > limits.messageBytes()) {
            return "a logical message is larger than the limit messageBytes of "
                    + limits.messageBytes()
                    + " bytes";
        }
        int most = limits.maxUncommittedMessages() / 2;
        if (group.size() > most) {
            return """
            it has more than %d messages, half of maxUncommittedMessages (%d): use smaller \
            groups, or increase maxUncommittedMessages in broker.yaml\
            """
                    .formatted(most, limits.maxUncommittedMessages());
        }
        return null;
    }

    private void refuseFirst() {
        full = true;
        refused.add(
                groups.values().iterator().next().key(),
                "the queue contains too many messages of incomplete groups (at most "
                        + MAX_GROUPS
                        + " groups with "
                        + MAX_FOUND
                        + " messages), and this group is the first");
    }

    /** Whether the search exceeded a limit and has therefore refused a group. */
    boolean isFull() {
        return full;
    }

    /** Returns the group that the last added message completed; null if it completes none. */
    @Nullable MessageGroup complete() {
        return complete;
    }

    Iterable<MessageGroup> incomplete() {
        return groups.values();
    }

    /** Returns an incomplete group whose last message was put before a time. */
    Optional<MessageGroup> before(Instant time) {
        return groups.values().stream().filter(g -> g.lastPut().isBefore(time)).findFirst();
    }
}
