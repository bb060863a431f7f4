package io.millrace.engine.runtime;

import io.millrace.engine.runtime.InstanceStatus.State;

import java.util.List;

/**
 * Status of a deployed flow.
 *
 * @param running whether the flow runs; false if it is stopped
 * @param calls state of each input node that receives calls
 */
public record FlowStatus(
        String application,
        String flow,
        boolean running,
        List<InstanceStatus> instances,
        List<CallStatus> calls) {

    public FlowStatus {
        instances = List.copyOf(instances);
        calls = List.copyOf(calls);
    }

    /**
     * Whether all threads wait for messages, so no unit of work is open, and all input nodes can
     * receive messages.
     */
    public boolean isWaiting() {
        return calls.stream().allMatch(CallStatus::isReady)
                && instances.stream()
                        .allMatch(i -> i.state() == State.WAITING || i.state() == State.STOPPED);
    }

    /** Returns the last error of any thread; empty if there is none. */
    public String lastError() {
        return instances.stream()
                .map(InstanceStatus::lastError)
                .filter(e -> !e.isEmpty())
                .findFirst()
                .orElse("");
    }
}
