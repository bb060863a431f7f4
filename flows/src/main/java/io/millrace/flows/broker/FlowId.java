package io.millrace.flows.broker;

import java.util.Objects;

/**
 * The identity of a flow on a broker.
 *
 * @param group name of the execution group
 * @param application name of the application
 * @param flow name of the flow
 */
public record FlowId(String group, String application, String flow) implements Comparable<FlowId> {

    public FlowId {
        Objects.requireNonNull(group, "group must not be null");
        Objects.requireNonNull(application, "application must not be null");
        Objects.requireNonNull(flow, "flow must not be null");
    }

    @Override
    public int compareTo(FlowId other) {
        int byGroup = group.compareTo(other.group);
        int byApplication = application.compareTo(other.application);
        return byGroup != 0
                ? byGroup
                : byApplication != 0 ? byApplication : flow.compareTo(other.flow);
    }

    /** Returns {@code group/application/flow}. */
    @Override
    public String toString() {
        return group + "/" + application + "/" + flow;
    }
}
