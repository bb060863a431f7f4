package io.millrace.flows.compare;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The comparison of an output of a message.
 *
 * @param name queue and, if the queue has several messages, the number of the message
 * @param older tree of the old version; null if it has no such output
 * @param newer tree of the new version; null if it has no such output
 * @param differences differences that are listed
 * @param count number of all differences
 * @param notes facts that are no differences, for example ignored fields
 */
public record OutputComparison(
        String name,
        @Nullable String older,
        @Nullable String newer,
        List<Difference> differences,
        int count,
        List<String> notes) {

    public OutputComparison {
        differences = List.copyOf(differences);
        notes = List.copyOf(notes);
    }

    /** Whether both versions have the output without a difference. */
    public boolean isSame() {
        return count == 0;
    }
}
