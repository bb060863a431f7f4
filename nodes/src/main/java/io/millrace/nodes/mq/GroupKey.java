package io.millrace.nodes.mq;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.nodes.common.Segments;

import org.jspecify.annotations.Nullable;

/**
 * The key of messages that belong together: the messages of a group, or the segments of a logical
 * message.
 *
 * @param number MsgSeqNumber of a logical message; 0 for a group
 * @param isGroup whether the messages are a group
 */
record GroupKey(Bytes id, int number, boolean isGroup) {

    /**
     * Returns the key of a message; null if it belongs to no other message.
     *
     * @param byGroup whether groups belong together; otherwise only segments of the same message
     */
    static @Nullable GroupKey of(Mqmd descriptor, boolean byGroup) {
        if (byGroup && Segments.isInGroup(descriptor)) {
            return new GroupKey(descriptor.groupId(), 0, true);
        }
        return Segments.isSegment(descriptor)
                ? new GroupKey(descriptor.groupId(), descriptor.msgSeqNumber(), false)
                : null;
    }

    @Override
    public String toString() {
        return isGroup
                ? "group " + id.hex()
                : "the logical message %d of group %s".formatted(number, id.hex());
    }
}
