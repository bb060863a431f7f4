package io.millrace.nodes.mq;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.MessageIds;
import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The groups among the messages of a queue that were found in one search. The number of groups and
 * of their messages is limited. Above the limit, the group that was found first is refused.
 */
final class MessageGroups {

    /** MQMF_MSG_IN_GROUP. */
    private static final int IN_GROUP = 8;

    /** MQMF_LAST_MSG_IN_GROUP. */
    private static final int LAST_IN_GROUP = 16;

    /** Maximum number of messages of a group; MsgSeqNumber of MQ allows more. */
    static final int MAX_MESSAGES = 1_000_000;

    /** Maximum number of groups of one search. */
    static final int MAX_GROUPS = 10_000;

    /** Maximum number of messages of all groups of one search, about 50 bytes each. */
    static final int MAX_FOUND = 1_000_000;

    /** A group, of which some messages have been found. */
    static final class Group {
        private final Bytes id;
        private final Set<Integer> found = new HashSet<>();
        private int missing = 1;
        private int last;
        private long bytes;
        private Instant lastPut = Instant.EPOCH;

        private Group(Bytes id) {
            this.id = id;
        }

        private void add(Mqmd descriptor, int size) {
            found.add(descriptor.msgSeqNumber());
            while (found.contains(missing)) {
                missing++;
            }
            bytes += size;
            if ((descriptor.msgFlags() & LAST_IN_GROUP) != 0) {
                last = descriptor.msgSeqNumber();
            }
            if (descriptor.putTime().isAfter(lastPut)) {
                lastPut = descriptor.putTime();
            }
        }

        boolean isComplete() {
            return last > 0 && missing > last;
        }

        Bytes id() {
            return id;
        }

        /** Returns the MsgSeqNumbers of the messages that belong to the group. */
        Set<Integer> numbers() {
            Set<Integer> numbers = new HashSet<>(found);
            if (isComplete()) {
                numbers.removeIf(number -> number > last);
            }
            return numbers;
        }

        /** Returns the time at which the last found message was put. */
        Instant lastPut() {
            return lastPut;
        }

        /** Describes the messages that exist and those that are missing. */
        String describe() {
            return "group "
                    + id.hex()
                    + " is incomplete: "
                    + found.size()
                    + " of "
                    + (last > 0 ? Integer.toString(last) : "an unknown number of")
                    + " messages are on the queue; message "
                    + missing
                    + " is missing";
        }
    }

    private final Map<Bytes, Group> groups = new LinkedHashMap<>();
    private final long maxBytes;
    private final RefusedGroups refused;
    private @Nullable Group complete;
    private int found;
    private boolean full;

    /**
     * @param maxBytes maximum size of the messages of a group
     * @param refused groups that exceed a limit; others are added
     */
    MessageGroups(long maxBytes, RefusedGroups refused) {
        this.maxBytes = maxBytes;
        this.refused = refused;
    }

    /** Whether a message belongs to a group. */
    static boolean isInGroup(Mqmd descriptor) {
        int number = descriptor.msgSeqNumber();
        return (descriptor.msgFlags() & (IN_GROUP | LAST_IN_GROUP)) != 0
                && number > 0
                && number <= MAX_MESSAGES
                && !MessageIds.isNone(descriptor.groupId());
    }

    /**
     * Adds a message. Returns whether it can be taken: it is in no group, completes one, or is in a
     * refused group.
     */
    boolean add(QueueMessage message) {
        Mqmd descriptor = message.descriptor();
        if (!isInGroup(descriptor) || refused.contains(descriptor)) {
            return true;
        }
        if (full) {
            return false;
        }
        Group group = groups.computeIfAbsent(descriptor.groupId(), Group::new);
        group.add(descriptor, message.body().length());
        if (group.bytes > maxBytes) {
            refused.add(group.id, "its messages contain more than " + maxBytes + " bytes");
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

    private void refuseFirst() {
        full = true;
        refused.add(
                groups.values().iterator().next().id,
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
    @Nullable Group complete() {
        return complete;
    }

    Iterable<Group> incomplete() {
        return groups.values();
    }

    /** Returns an incomplete group whose last message was put before a time. */
    Optional<Group> before(Instant time) {
        return groups.values().stream().filter(g -> g.lastPut.isBefore(time)).findFirst();
    }
}
