package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The groups that exceed a limit, with the reasons. Each of their messages is handled alone, as if
 * it could not be parsed. If there are too many, the oldest are removed from this object; their
 * remaining messages on the queue are then incomplete groups.
 */
final class RefusedGroups {

    private static final int MAX_GROUPS = 1_000;

    private final Map<GroupKey, String> reasons = new LinkedHashMap<>();
    private final boolean byGroup;

    /**
     * @param byGroup whether groups are read; otherwise logical messages
     */
    RefusedGroups(boolean byGroup) {
        this.byGroup = byGroup;
    }

    /** Whether groups are read; otherwise logical messages. */
    boolean byGroup() {
        return byGroup;
    }

    void add(GroupKey group, String reason) {
        if (reasons.size() == MAX_GROUPS) {
            reasons.remove(reasons.keySet().iterator().next());
        }
        reasons.put(group, group + " cannot be processed: " + reason);
    }

    boolean contains(GroupKey group) {
        return reasons.containsKey(group);
    }

    boolean contains(Mqmd descriptor) {
        GroupKey group = GroupKey.of(descriptor, byGroup);
        return group != null && contains(group);
    }

    /** Returns the error of a message; null if it is in none of the groups. */
    @Nullable MillraceException error(Mqmd descriptor) {
        GroupKey group = GroupKey.of(descriptor, byGroup);
        String reason = group == null ? null : reasons.get(group);
        return reason == null ? null : new MillraceException(ErrorCode.BACKED_OUT, reason);
    }

    /** Throws the error of the first group, if there is one. */
    void throwFirst() {
        if (!reasons.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.MESSAGE_TOO_LARGE, reasons.values().iterator().next());
        }
    }
}
