package io.millrace.flows.application;

import io.millrace.engine.error.Place;
import io.millrace.flows.definition.FlowOptions;

/**
 * The assignment of a flow to an execution group.
 *
 * @param group name of the execution group
 * @param flow name of the flow
 * @param options options that the assignment sets
 * @param place position of the assignment in the file
 */
public record FlowAssignment(String group, String flow, FlowOptions options, Place place) {

    /** Name of the group that every broker has. */
    public static final String DEFAULT_GROUP = "default";

    /**
     * Returns the assignment of a flow without an assignment in a file: one copy in the default
     * group.
     */
    public static FlowAssignment standard(String flow, Place place) {
        return once(DEFAULT_GROUP, flow, place);
    }

    /** Returns the assignment of one copy of a flow to a group, with the flow's own options. */
    static FlowAssignment once(String group, String flow, Place place) {
        return new FlowAssignment(group, flow, FlowOptions.NONE, place);
    }
}
