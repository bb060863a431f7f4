package io.millrace.nodes.mq;

import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.common.Segments;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A group of logical messages, or a single logical message in segments, of which some messages have
 * been found on a queue.
 */
final class MessageGroup {

    /** MQMF_LAST_MSG_IN_GROUP. */
    private static final int LAST_IN_GROUP = 16;

    private final GroupKey key;

    /** MsgSeqNumbers of the logical messages that have been found completely. */
    private final Set<Integer> found = new HashSet<>();

    /** Logical messages in segments. */
    private final Map<Integer, LogicalMessage> divided = new HashMap<>();

    private int missing = 1;
    private int last;
    private int pieces;
    private long bytes;
    private Instant lastPut = Instant.EPOCH;

    MessageGroup(GroupKey key) {
        this.key = key;
    }

    /** A logical message in segments: the end of each segment by its offset. */
    private static final class LogicalMessage {
        private final TreeMap<Integer, Integer> ends = new TreeMap<>();
        private int end;
        private int size = -1;

        /**
         * Adds a segment. If two segments have the same offset, the first segment on the queue is
         * used.
         */
        private boolean add(Mqmd descriptor, int length) {
            int to = descriptor.offset() + length;
            if (ends.putIfAbsent(descriptor.offset(), to) != null) {
                return false;
            }
            if (Segments.isLast(descriptor) && size < 0) {
                size = to;
            }
            Integer next = ends.get(end);
            while (next != null && next > end) {
                end = next;
                next = ends.get(end);
            }
            return true;
        }

        private boolean isComplete() {
            return size >= 0 && end >= size;
        }

        /** Returns the offsets of the segments that follow each other from the first one. */
        private List<Integer> offsets() {
            List<Integer> offsets = new ArrayList<>();
            for (int at = 0; at < end; at = ends.get(at)) {
                offsets.add(at);
            }
            if (ends.containsKey(end) && ends.get(end) == end) {
                // The last segment is empty.
                offsets.add(end);
            }
            return offsets;
        }
    }

    void add(Mqmd descriptor, int size) {
        int number = descriptor.msgSeqNumber();
        bytes += size;
        if (!Segments.isSegment(descriptor)) {
            pieces += found.add(number) ? 1 : 0;
        } else {
            LogicalMessage message = divided.computeIfAbsent(number, n -> new LogicalMessage());
            pieces += message.add(descriptor, size) ? 1 : 0;
            if (message.isComplete()) {
                found.add(number);
            }
        }
        while (found.contains(missing)) {
            missing++;
        }
        if ((descriptor.msgFlags() & LAST_IN_GROUP) != 0) {
            last = number;
        }
        if (descriptor.putTime().isAfter(lastPut)) {
            lastPut = descriptor.putTime();
        }
    }

    boolean isComplete() {
        return key.isGroup() ? last > 0 && missing > last : found.contains(key.number());
    }

    GroupKey key() {
        return key;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the number of bytes found so far of the logical message with the given number. */
    long bytes(int number) {
        LogicalMessage message = divided.get(number);
        return message == null ? 0 : message.ends.lastEntry().getValue();
    }

    /** Returns the number of messages on the queue that are known to belong to the group. */
    int size() {
        return isComplete() ? pieces().size() : pieces;
    }

    /** Returns the time at which the last found message was put. */
    Instant lastPut() {
        return lastPut;
    }

    /** Position of a message on a queue within its group. */
    private record Piece(int number, int offset) {

        static Piece of(Mqmd descriptor) {
            return new Piece(
                    descriptor.msgSeqNumber(),
                    Segments.isSegment(descriptor) ? descriptor.offset() : 0);
        }
    }

    private Set<Piece> pieces() {
        Set<Piece> all = new HashSet<>();
        Set<Integer> numbers = new HashSet<>(found);
        numbers.addAll(divided.keySet());
        for (int number : numbers) {
            LogicalMessage message = divided.get(number);
            if (isComplete() && key.isGroup() && number > last) {
                continue;
            }
            if (message == null) {
                all.add(new Piece(number, 0));
            } else if (message.isComplete()) {
                message.offsets().forEach(offset -> all.add(new Piece(number, offset)));
            } else {
                message.ends.keySet().forEach(offset -> all.add(new Piece(number, offset)));
            }
        }
        return all;
    }

    /**
     * Takes the remaining messages of this group.
     *
     * @param source returns the first message on the queue that fulfils a condition
     * @param taken message of the group that was taken; null for none
     * @return the messages in the order of the queue, with the taken message at the end; null if
     *     another reader has taken one of them, or larger ones with the same numbers were put
     */
    @Nullable List<QueueMessage> take(
            Function<Predicate<QueueMessage>, @Nullable QueueMessage> source,
            @Nullable QueueMessage taken,
            long maxBytes) {
        List<QueueMessage> messages = new ArrayList<>();
        Set<Piece> left = pieces();
        long size = 0;
        if (taken != null) {
            size = taken.body().length();
            left.remove(Piece.of(taken.descriptor()));
        }
        while (!left.isEmpty()) {
            QueueMessage next = source.apply(m -> isOneOf(m.descriptor(), left));
            size += next == null ? 0 : next.body().length();
            if (next == null || size > maxBytes) {
                return null;
            }
            messages.add(next);
            left.remove(Piece.of(next.descriptor()));
        }
        if (taken != null) {
            messages.add(taken);
        }
        return messages;
    }

    /**
     * Assembles the logical messages in segments. Each is at the position of its first segment on
     * the queue.
     */
    static List<QueueMessage> assemble(List<QueueMessage> messages) {
        Map<Integer, List<QueueMessage>> logical = new LinkedHashMap<>();
        for (QueueMessage message : messages) {
            logical.computeIfAbsent(message.descriptor().msgSeqNumber(), n -> new ArrayList<>())
                    .add(message);
        }
        List<QueueMessage> assembled = new ArrayList<>(logical.size());
        for (List<QueueMessage> segments : logical.values()) {
            boolean isDivided = Segments.isSegment(segments.getFirst().descriptor());
            segments.sort(Comparator.comparingInt(m -> m.descriptor().offset()));
            assembled.add(isDivided ? Segments.assemble(segments) : segments.getFirst());
        }
        return assembled;
    }

    private boolean isOneOf(Mqmd descriptor, Set<Piece> positions) {
        return key.equals(GroupKey.of(descriptor, key.isGroup()))
                && positions.contains(Piece.of(descriptor));
    }

    /** Describes the messages that exist and those that are missing. */
    String describe() {
        LogicalMessage message = divided.get(key.isGroup() ? missing : key.number());
        String segment =
                message == null
                        ? ""
                        : ": it has %d segments on the queue, and the segment with offset %d is missing"
                                .formatted(message.ends.size(), message.end);
        return key.isGroup()
                ? "%s is incomplete: %d of %s messages are on the queue; message %d is missing%s"
                        .formatted(
                                key,
                                found.size(),
                                last > 0 ? Integer.toString(last) : "an unknown number of",
                                missing,
                                segment)
                : key + " is incomplete" + segment;
    }
}
