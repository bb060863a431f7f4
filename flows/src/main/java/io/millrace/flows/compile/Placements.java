package io.millrace.flows.compile;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.definition.FlowOptions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Utility methods for assignments that an operator has changed. The values of these assignments
 * have the layer of the operator.
 */
public final class Placements {

    private static final Place OPERATOR = Place.of(Source.OPERATOR);

    private Placements() {}

    /**
     * Returns an application with other assignments of a flow.
     *
     * @param groups copies by execution group; empty to keep the groups
     * @param additionalInstances additional instances; null to keep them
     */
    public static CompiledApplication assigned(
            CompiledApplication application,
            String flow,
            Map<String, Integer> groups,
            Integer additionalInstances) {
        List<FlowAssignment> before =
                application.assignments().stream().filter(a -> a.flow().equals(flow)).toList();
        List<FlowAssignment> all = new ArrayList<>(application.assignments());
        all.removeAll(before);
        if (groups.isEmpty()) {
            before.forEach(a -> all.add(changed(a, a.group(), null, additionalInstances)));
        }
        groups.forEach(
                (group, copies) ->
                        all.add(
                                changed(
                                        similar(before, group),
                                        group,
                                        copies,
                                        additionalInstances)));
        return application.withAssignments(all);
    }

    /**
     * Returns the assignment to a group. If the flow is not assigned to the group, returns its
     * first assignment, whose options apply.
     */
    private static FlowAssignment similar(List<FlowAssignment> before, String group) {
        return before.stream()
                .filter(a -> a.group().equals(group))
                .findFirst()
                .orElse(before.getFirst());
    }

    private static FlowAssignment changed(
            FlowAssignment base, String group, Integer copies, Integer additionalInstances) {
        Map<String, SettingValue> values = new HashMap<>(base.options().values());
        put(values, "copies", copies);
        put(values, "additionalInstances", additionalInstances);
        return new FlowAssignment(group, base.flow(), new FlowOptions(values), OPERATOR);
    }

    private static void put(Map<String, SettingValue> values, String name, Integer value) {
        if (value != null) {
            values.put(name, SettingValue.of(Integer.toString(value), Layer.OPERATOR, OPERATOR));
        }
    }

    /** Whether an operator has changed an assignment. */
    static boolean isChanged(FlowAssignment assignment) {
        return assignment.place().equals(OPERATOR);
    }
}
