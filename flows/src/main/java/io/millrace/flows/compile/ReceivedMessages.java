package io.millrace.flows.compile;

import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.check.CheckedNode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A search for the input nodes whose messages a node receives unchanged. */
final class ReceivedMessages {

    /** Node types that propagate the message that they receive. */
    private static final Set<String> UNCHANGED =
            Set.of(
                    "Filter",
                    "FlowOrder",
                    "HTTPReply",
                    "IdempotentReceive",
                    "MQHeader",
                    "MQOutput",
                    "MQReply",
                    "Passthrough",
                    "Publication",
                    "Route",
                    "RouteToLabel",
                    "TimeoutControl",
                    "Trace",
                    "TryCatch",
                    "Validate");

    private ReceivedMessages() {}

    /** Returns the templates of the input nodes; empty if another node can change the messages. */
    static List<MessageTemplate> of(CheckedFlow flow, String node) {
        Set<Integer> reached = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < flow.nodes().size(); i++) {
            if (flow.nodes().get(i).name().equals(node)) {
                open.add(i);
            }
        }
        List<MessageTemplate> templates = new ArrayList<>();
        while (!open.isEmpty()) {
            int to = open.poll();
            List<Integer> senders =
                    flow.wires().stream()
                            .filter(w -> w.to() == to)
                            .map(CheckedFlow.Wire::from)
                            .filter(reached::add)
                            .toList();
            boolean isConnected = flow.wires().stream().anyMatch(w -> w.to() == to);
            if (!isConnected) {
                return List.of();
            }
            for (int from : senders) {
                CheckedNode sender = flow.nodes().get(from);
                if (isInput(sender)) {
                    templates.add(template(sender));
                } else if (UNCHANGED.contains(sender.type().description().type())) {
                    open.add(from);
                } else {
                    return List.of();
                }
            }
        }
        return templates;
    }

    private static boolean isInput(CheckedNode node) {
        return node.type().description().input()
                && node.type().description().properties().settings().stream()
                        .anyMatch(s -> s.kind() == SettingKind.DOMAIN);
    }

    private static MessageTemplate template(CheckedNode node) {
        return new MessageTemplate(
                node.text("domain"),
                node.text("messageSet"),
                node.text("messageType"),
                node.text("messageFormat"));
    }
}
