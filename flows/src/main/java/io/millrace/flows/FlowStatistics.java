package io.millrace.flows;

import io.millrace.engine.observe.Counters;
import io.millrace.engine.runtime.InstanceStatus;

import java.util.List;

/**
 * What a flow did since it was deployed first; a replacement counts on.
 *
 * @param application the application's name
 * @param flow the flow's name
 * @param executionGroup where it runs
 * @param running false where it was stopped
 * @param instances its threads
 * @param figures messages, bytes, times, and those of each node; null where the broker was built
 *     without statistics
 */
public record FlowStatistics(
        String application,
        String flow,
        String executionGroup,
        boolean running,
        List<InstanceStatus> instances,
        Counters.Flow figures) {

    public FlowStatistics {
        instances = List.copyOf(instances);
    }

    /** Messages that its threads ended, in whatever way; counted without statistics too. */
    public long messages() {
        return figures != null
                ? figures.messages()
                : instances.stream().mapToLong(InstanceStatus::messages).sum();
    }
}
