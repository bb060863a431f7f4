package io.millrace.flows.compare;

import java.util.List;

/**
 * The comparison of the results of a message.
 *
 * @param name path of the file of the message below the folder of all messages
 * @param flow name of the flow; empty for the only flow
 * @param endings differences of how the message ended
 * @param outputs comparison of each output
 */
public record MessageComparison(
        String name, String flow, List<Difference> endings, List<OutputComparison> outputs) {

    public MessageComparison {
        endings = List.copyOf(endings);
        outputs = List.copyOf(outputs);
    }

    /** Whether both versions have the same results. */
    public boolean isSame() {
        return endings.isEmpty() && outputs.stream().allMatch(OutputComparison::isSame);
    }
}
