package io.millrace.flows;

import io.millrace.engine.error.Place;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.CompiledNode;
import io.millrace.engine.runtime.FlowSettings;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.compile.FlowPlan;
import io.millrace.flows.definition.FlowOptions;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The sharing of units of work by messages that a flow receives at one of its input nodes.
 *
 * @param flow name of the flow
 * @param place position of the flow's definition
 * @param input name of the input node
 * @param maxMessages maximum number of messages in a unit; 1 if messages do not share units
 * @param node node that prevents sharing; empty if no node does
 * @param text result and its reason in one sentence
 */
public record UnitSharing(
        String flow, Place place, String input, int maxMessages, String node, String text) {

    /** Returns the entries for all flows of an application, as run in its execution groups. */
    static List<UnitSharing> of(CompiledApplication application) {
        LinkedHashSet<UnitSharing> all = new LinkedHashSet<>();
        for (FlowAssignment assignment : application.assignments()) {
            FlowPlan plan = application.flows().get(assignment.flow());
            FlowOptions options = plan.checked().options().in(assignment.options());
            CompiledFlow flow = plan.compiled(options.settings(options.additional()));
            flow.inputs().forEach(i -> all.add(of(flow, i, options, plan.checked().place())));
        }
        return new ArrayList<>(all);
    }

    private static UnitSharing of(
            CompiledFlow flow, CompiledNode input, FlowOptions options, Place place) {
        FlowSettings settings = flow.settings();
        List<CompiledNode> outside = flow.outsideUnit(input);
        String subject = "flow " + flow.name() + ": ";
        if (settings.commitCount() == 1) {
            String why = options.commitCount() == 0 ? "batching is off" : "commitCount is 1";
            String text = alone(subject, input) + ", for " + why;
            return new UnitSharing(flow.name(), place, input.name(), 1, "", text);
        }
        if (!outside.isEmpty()) {
            CompiledNode node = outside.getFirst();
            String spite =
                    options.commitCount() == 0
                            ? ""
                            : ", although commitCount is " + options.commitCount();
            String text = alone(subject, input) + spite + ", because " + reason(node);
            return new UnitSharing(flow.name(), place, input.name(), 1, node.name(), text);
        }
        boolean automatic = settings.commitCount() == 0;
        int maxMessages = automatic ? FlowSettings.AUTOMATIC_COMMIT_COUNT : settings.commitCount();
        String waiting =
                settings.commitIntervalMillis() > 0
                        ? ", which waits up to "
                                + settings.commitIntervalMillis() / 1000.0
                                + " s for further messages"
                        : "";
        String text =
                subject
                        + "up to "
                        + maxMessages
                        + " messages of "
                        + input.name()
                        + " that are ready share a unit of work"
                        + waiting;
        return new UnitSharing(flow.name(), place, input.name(), maxMessages, "", text);
    }

    private static String alone(String subject, CompiledNode input) {
        return subject + "each message of " + input.name() + " has its own unit of work";
    }

    private static String reason(CompiledNode node) {
        OutsideUnit outside = node.plan().outsideUnit();
        Place place = outside.place() == null ? node.definition().place() : outside.place();
        return "node " + node.name() + " " + outside.what() + " (" + place + ")";
    }
}
