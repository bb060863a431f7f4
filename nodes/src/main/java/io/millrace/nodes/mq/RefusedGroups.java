package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The groups that exceed a limit, with the reasons. Each of their messages is handled alone, as if
 * it could not be parsed. If there are many, the first ones are forgotten: what is left of them on
 * the queue is an incomplete group.
 */
final class RefusedGroups {

    private static final int MAX_GROUPS = 1_000;

    private final Map<Bytes, String> reasons = new LinkedHashMap<>();

    void add(Bytes group, String reason) {
        if (reasons.size() == MAX_GROUPS) {
            reasons.remove(reasons.keySet().iterator().next());
        }
        reasons.put(group, "group " + group.hex() + " cannot be processed: " + reason);
    }

    boolean contains(Mqmd descriptor) {
        return MessageGroups.isInGroup(descriptor) && reasons.containsKey(descriptor.groupId());
    }

    /** Returns the error of a message; null if it is in none of the groups. */
    @Nullable MillraceException error(Mqmd descriptor) {
        return contains(descriptor)
                ? new MillraceException(ErrorCode.BACKED_OUT, reasons.get(descriptor.groupId()))
                : null;
    }
}
