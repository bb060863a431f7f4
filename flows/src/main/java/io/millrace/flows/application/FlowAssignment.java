package io.millrace.flows.application;

import io.millrace.engine.error.Place;
import io.millrace.flows.definition.FlowOptions;

/**
 * A flow in an execution group.
 *
 * @param group the execution group's name
 * @param flow the flow's name
 * @param copies how often the group runs the flow, each copy with threads of its own
 * @param options replace what the flow says of itself
 * @param place where the file says so
 */
public record FlowAssignment(
        String group, String flow, int copies, FlowOptions options, Place place) {

    /** The group that every broker has. */
    public static final String DEFAULT_GROUP = "default";

    /** A flow that no file puts anywhere: once, in the default group. */
    public static FlowAssignment standard(String flow, Place place) {
        return once(DEFAULT_GROUP, flow, place);
    }

    /** A flow that runs in a group as it says itself. */
    static FlowAssignment once(String group, String flow, Place place) {
        return new FlowAssignment(group, flow, 1, FlowOptions.NONE, place);
    }
}
