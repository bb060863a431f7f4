package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A search for subflows that contain themselves. */
final class SubflowCycles {

    private final Map<String, FlowDefinition> subflows;
    private final Problems problems;

    /** State of each definition. Absent: not visited; FALSE: on the path; TRUE: done. */
    private final Map<FlowDefinition, Boolean> done = new IdentityHashMap<>();

    private SubflowCycles(Map<String, FlowDefinition> subflows, Problems problems) {
        this.subflows = subflows;
        this.problems = problems;
    }

    /** A definition on the path, with its Subflow nodes that were not visited yet. */
    private record Step(FlowDefinition definition, Iterator<NodeEntry> rest) {}

    static void check(Map<String, FlowDefinition> subflows, Problems problems) {
        SubflowCycles cycles = new SubflowCycles(new HashMap<>(subflows), problems);
        Collection<FlowDefinition> all = subflows.values();
        all.forEach(cycles::walk);
    }

    private void walk(FlowDefinition start) {
        if (done.containsKey(start)) {
            return;
        }
        List<Step> path = new ArrayList<>();
        enter(start, path);
        while (!path.isEmpty()) {
            Step step = path.getLast();
            if (!step.rest().hasNext()) {
                done.put(step.definition(), true);
                path.removeLast();
                continue;
            }
            PropertyText name = step.rest().next().properties().get(NodeEntry.FLOW_PROPERTY);
            FlowDefinition inner = name == null ? null : subflows.get(name.text());
            if (inner == null) {
                continue;
            }
            Boolean state = done.get(inner);
            if (state == null) {
                enter(inner, path);
            } else if (!state) {
                report(inner, name, path);
            }
        }
    }

    private void enter(FlowDefinition definition, List<Step> path) {
        done.put(definition, false);
        Iterator<NodeEntry> rest =
                definition.nodes().values().stream().filter(NodeEntry::isSubflow).iterator();
        path.add(new Step(definition, rest));
    }

    private void report(FlowDefinition inner, PropertyText name, List<Step> path) {
        List<String> names =
                path.stream().map(s -> s.definition().name()).collect(Collectors.toList());
        List<String> loop =
                new ArrayList<>(names.subList(names.indexOf(inner.name()), names.size()));
        loop.add(inner.name());
        problems.error(
                ErrorCode.FLOW_CYCLE,
                name.place(),
                "the subflow " + inner.name() + " contains itself: " + String.join(" -> ", loop));
    }
}
