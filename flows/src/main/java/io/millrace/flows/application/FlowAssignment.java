package io.millrace.flows.application;

import io.millrace.engine.error.Place;

/**
 * A flow in an execution group.
 *
 * @param group the execution group's name
 * @param flow the flow's name
 * @param copies how often the group runs the flow, each copy with threads of its own
 * @param additionalInstances what the flow says of it is replaced by; -1 to leave that
 * @param place where the file says so
 */
public record FlowAssignment(
        String group, String flow, int copies, int additionalInstances, Place place) {

    /** The group that every broker has. */
    public static final String DEFAULT_GROUP = "default";

    /** A flow that no file puts anywhere: once, in the default group. */
    public static FlowAssignment standard(String flow, Place place) {
        return new FlowAssignment(DEFAULT_GROUP, flow, 1, -1, place);
    }
}
