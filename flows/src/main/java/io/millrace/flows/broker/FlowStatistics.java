package io.millrace.flows.broker;

import io.millrace.engine.observe.Counters;
import io.millrace.engine.runtime.InstanceStatus;

import java.util.List;

/**
 * The statistics of a flow since its first deployment. Replacing the flow does not reset them.
 *
 * @param application the application's name
 * @param flow the flow's name
 * @param executionGroup execution group in which it runs
 * @param running whether it runs; false if it was stopped
 * @param instances its threads
 * @param figures messages, bytes, times, and those of each node; null if the broker was built
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

    /**
     * Returns the number of messages that its threads ended, regardless of the outcome. It is
     * counted without statistics too.
     */
    public long messages() {
        return figures != null
                ? figures.messages()
                : instances.stream().mapToLong(InstanceStatus::messages).sum();
    }
}
