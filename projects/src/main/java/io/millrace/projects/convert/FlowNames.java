package io.millrace.projects.convert;

import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.FlowReader;
import io.millrace.projects.flow.MessageFlow;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The unique names of the nodes of a flow. The name of a node is its label. A number is appended to
 * a label that another node has, or that is also the full name of a node in a subflow.
 */
final class FlowNames {

    private final MessageFlow flow;
    private final Map<String, String> names = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    FlowNames(MessageFlow flow) {
        this.flow = flow;
        List<FlowNode> nodes = List.copyOf(flow.nodes().values());
        used.add("externals");
        nodes.stream().filter(FlowNode::isSubflow).forEach(this::name);
        nodes.stream().filter(n -> !n.isSubflow() && !n.isTerminal()).forEach(this::name);
        nodes.stream()
                .filter(FlowNode::isTerminal)
                .forEach(n -> names.put(n.id(), unique(FlowReader.terminal(n.id()))));
    }

    /** Returns the name of a project with only the characters that Millrace permits in names. */
    static String ofApplication(String project) {
        String plain = project.replaceAll("[^\\p{L}\\p{N}_+ -]", "-").strip();
        return plain.isEmpty() ? "application" : plain;
    }

    private void name(FlowNode node) {
        String label = plain(node.label());
        names.put(node.id(), unique(label.isEmpty() ? plain(node.id()) : label));
    }

    private static String plain(String label) {
        return label.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    /** Returns an unused name and marks it as used. */
    String unique(String name) {
        String result = name.isEmpty() ? "node" : name;
        for (int i = 2; used.contains(result) || isInSubflow(result); i++) {
            result = name + " (" + i + ")";
        }
        used.add(result);
        return result;
    }

    private boolean isInSubflow(String name) {
        return flow.nodes().values().stream()
                .filter(FlowNode::isSubflow)
                .anyMatch(n -> name.startsWith(names.getOrDefault(n.id(), "\n") + "."));
    }

    /** Returns the name of a node; null if the flow has no node with this identifier. */
    @Nullable String of(String id) {
        return names.get(id);
    }

    /**
     * Returns the name of a terminal of this subflow, which is given by its identifier or, in files
     * of some editors, by its label.
     *
     * @param type {@link FlowNode#SOURCE} or {@link FlowNode#SINK}
     */
    @Nullable String terminal(String given, String type) {
        List<FlowNode> terminals =
                flow.nodes().values().stream().filter(n -> n.type().equals(type)).toList();
        for (FlowNode terminal : terminals) {
            if (FlowReader.terminal(terminal.id()).equals(given)) {
                return of(terminal.id());
            }
        }
        for (FlowNode terminal : terminals) {
            if (FlowReader.terminal(terminal.label()).equals(given)) {
                return of(terminal.id());
            }
        }
        return null;
    }
}
