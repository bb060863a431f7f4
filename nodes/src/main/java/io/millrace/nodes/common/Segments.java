package io.millrace.nodes.common;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.MessageIds;
import io.millrace.engine.queue.QueueMessage;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The division of a logical message into segments, and their assembly (MQMD: GroupId, MsgSeqNumber,
 * Offset and MsgFlags). All segments of a logical message have the same GroupId and MsgSeqNumber.
 */
public final class Segments {

    /** MQMF_SEGMENTATION_ALLOWED. */
    static final int ALLOWED = 1;

    /** MQMF_SEGMENT. */
    private static final int SEGMENT = 2;

    /** MQMF_LAST_SEGMENT. */
    private static final int LAST = 4;

    /** MQMF_MSG_IN_GROUP and MQMF_LAST_MSG_IN_GROUP. */
    private static final int IN_GROUP = 8 | 16;

    private Segments() {}

    /** Whether a message is a segment of a logical message. */
    public static boolean isSegment(Mqmd descriptor) {
        return (descriptor.msgFlags() & (SEGMENT | LAST)) != 0
                && !MessageIds.isNone(descriptor.groupId());
    }

    /** Whether a segment is the last one of its logical message. */
    public static boolean isLast(Mqmd descriptor) {
        return (descriptor.msgFlags() & LAST) != 0;
    }

    /** Whether a message can be divided into segments. */
    static boolean isAllowed(Mqmd descriptor) {
        return (descriptor.msgFlags() & ALLOWED) != 0;
    }

    /** Whether a message belongs to a group of logical messages. */
    public static boolean isInGroup(Mqmd descriptor) {
        return (descriptor.msgFlags() & IN_GROUP) != 0 && !MessageIds.isNone(descriptor.groupId());
    }

    /**
     * Divides a message if it is larger than allowed. The first segment keeps the identifiers of
     * the message. Each other segment has a new MsgId. A whole message that belongs to no group
     * gets a new GroupId, because another message with its GroupId can be on the same queue.
     *
     * @param maxBytes maximum size of a segment
     */
    static List<QueueMessage> divide(QueueMessage message, int maxBytes) {
        int length = message.body().length();
        if (length <= maxBytes) {
            return List.of(message);
        }
        Mqmd first = message.descriptor().copy();
        boolean isPart = isSegment(first);
        boolean endsMessage = !isPart || isLast(first);
        int offset = isPart ? first.offset() : 0;
        if (!isInGroup(first) && endsMessage && offset == 0) {
            first.groupId(MessageIds.next()).msgSeqNumber(1);
        }
        List<QueueMessage> segments = new ArrayList<>();
        for (int from = 0; from < length; from += maxBytes) {
            int to = Math.min(length, from + maxBytes);
            int flags = first.msgFlags() & ~LAST | SEGMENT;
            Mqmd descriptor =
                    first.copy()
                            .offset(offset + from)
                            .msgFlags(to == length && endsMessage ? flags | LAST : flags);
            if (from > 0) {
                descriptor.msgId(MessageIds.next());
            }
            segments.add(new QueueMessage(descriptor, message.body().slice(from, to)));
        }
        return segments;
    }

    /**
     * Assembles a logical message. It has the descriptor of the first segment, with the flags of a
     * message that is the only segment, and the highest backout count of the segments.
     *
     * @param segments all segments, in the order of their offsets
     */
    public static QueueMessage assemble(List<QueueMessage> segments) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int backouts = 0;
        for (QueueMessage segment : segments) {
            Bytes bytes = segment.body();
            body.write(bytes.array(), bytes.start(), bytes.length());
            backouts = Math.max(backouts, segment.descriptor().backoutCount());
        }
        Mqmd first = segments.getFirst().descriptor().copy();
        first.msgFlags(first.msgFlags() | SEGMENT | LAST).backoutCount(backouts);
        return new QueueMessage(first, Bytes.of(body.toByteArray()));
    }
}
