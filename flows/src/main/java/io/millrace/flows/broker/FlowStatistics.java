package io.millrace.flows.broker;

import io.millrace.engine.observe.Counters;
import io.millrace.engine.runtime.CallStatus;
import io.millrace.engine.runtime.InstanceStatus;

import java.util.List;

/**
 * The statistics of a flow since its first deployment. The replacement of the flow does not reset
 * them.
 *
 * @param application name of the application
 * @param flow name of the flow
 * @param executionGroup execution group in which the flow runs
 * @param running whether the flow runs; false if it was stopped
 * @param instances threads of the flow
 * @param calls calls of its input nodes that receive calls
 * @param figures messages, bytes and times of the flow and of each node; null if the broker was
 *     built without statistics
 */
public record FlowStatistics(
        String application,
        String flow,
        String executionGroup,
        boolean running,
        List<InstanceStatus> instances,
        List<CallStatus> calls,
        Counters.Flow figures) {

    public FlowStatistics {
        instances = List.copyOf(instances);
        calls = List.copyOf(calls);
    }

    /**
     * Returns the number of messages that the threads of the flow have completed with any outcome.
     * This number is available even without statistics.
     */
    public long messages() {
        return figures != null
                ? figures.messages()
                : instances.stream().mapToLong(InstanceStatus::messages).sum();
    }
}
