package io.millrace.server.deploy;

import io.millrace.flows.broker.FlowId;

/**
 * A selection of flows. An empty component selects all.
 *
 * @param application name of an application
 * @param flow name of a flow
 * @param group name of an execution group
 */
public record Target(String application, String flow, String group) {

    boolean contains(FlowId id) {
        return (application.isEmpty() || application.equals(id.application()))
                && (flow.isEmpty() || flow.equals(id.flow()))
                && (group.isEmpty() || group.equals(id.group()));
    }
}
