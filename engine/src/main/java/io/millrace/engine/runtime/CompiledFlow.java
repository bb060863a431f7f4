package io.millrace.engine.runtime;

import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A flow that is ready to run: checked nodes, their plans, and connections resolved to indexes.
 * Immutable; all instances share the flow.
 *
 * @param labels indexes of the Label nodes by label name
 */
public record CompiledFlow(
        String application,
        String name,
        FlowSettings settings,
        List<CompiledNode> nodes,
        List<Connection> connections,
        Map<String, Integer> labels) {

    public CompiledFlow {
        nodes = List.copyOf(nodes);
        connections = List.copyOf(connections);
        labels = Map.copyOf(labels);
    }

    /** Returns a builder of a flow of an application. */
    public static Builder named(String application, String name) {
        return new Builder(application, name);
    }

    /** Returns the types of the nodes by the names under which they are observed. */
    public Map<String, String> nodeTypes() {
        Map<String, String> types = new LinkedHashMap<>();
        nodes.forEach(n -> types.put(n.definition().label(), n.type().description().type()));
        return types;
    }

    /** Returns the input nodes, in the order of the flow. */
    public List<CompiledNode> inputs() {
        return nodes.stream().filter(CompiledNode::isInput).toList();
    }

    /**
     * Returns the nodes that are reachable from an input node and have an effect that a rollback
     * does not undo. If the list is empty, messages can share units of work.
     */
    public List<CompiledNode> outsideUnit(CompiledNode input) {
        return reachableFrom(indexOf(input.name())).stream()
                .mapToObj(nodes::get)
                .filter(n -> n.plan().outsideUnit() != null)
                .toList();
    }

    /** Returns the index of a node. Throws IllegalArgumentException if the node does not exist. */
    int indexOf(String node) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).name().equals(node)) {
                return i;
            }
        }
        throw new IllegalArgumentException("flow " + name + " has no node " + node);
    }

    /** Returns the nodes that are reachable from an input node, including that node. */
    BitSet reachableFrom(int input) {
        List<List<Integer>> targets = new ArrayList<>();
        nodes.forEach(n -> targets.add(new ArrayList<>()));
        connections.forEach(c -> targets.get(c.from()).add(c.to()));
        BitSet reached = new BitSet();
        ArrayDeque<Integer> open = new ArrayDeque<>(labels.values());
        open.add(input);
        while (!open.isEmpty()) {
            int node = open.pop();
            if (!reached.get(node)) {
                reached.set(node);
                open.addAll(targets.get(node));
            }
        }
        return reached;
    }

    /** A builder of flows. Names must be valid; they are not checked here. */
    public static final class Builder {
        private final String application;
        private final String name;
        private FlowSettings settings = FlowSettings.DEFAULTS;
        private final List<CompiledNode> nodes = new ArrayList<>();
        private final Map<String, Integer> indexes = new LinkedHashMap<>();
        private final List<Connection> connections = new ArrayList<>();
        private final Map<String, Integer> labels = new LinkedHashMap<>();

        private Builder(String application, String name) {
            this.application = application;
            this.name = name;
        }

        public Builder settings(FlowSettings value) {
            settings = value;
            return this;
        }

        public Builder node(NodeDefinition definition, NodeType type, NodePlan plan) {
            if (indexes.putIfAbsent(definition.name(), nodes.size()) != null) {
                throw new IllegalArgumentException("duplicate node name: " + definition.name());
            }
            nodes.add(new CompiledNode(definition, type, plan));
            return this;
        }

        /**
         * Connects two nodes that were already added. The connections of a terminal keep their
         * order.
         */
        public Builder connect(String from, String terminal, String to, String input) {
            int source = index(from);
            int target = index(to);
            position(nodes.get(source).outputs(), terminal, from);
            int entry = position(nodes.get(target).inputs(), input, to);
            connections.add(new Connection(source, terminal, target, entry));
            return this;
        }

        /** Adds a label for a node that was already added. A Label node has no input terminal. */
        public Builder label(String label, String node) {
            if (labels.putIfAbsent(label, index(node)) != null) {
                throw new IllegalArgumentException("duplicate label: " + label);
            }
            return this;
        }

        public CompiledFlow build() {
            return new CompiledFlow(application, name, settings, nodes, connections, labels);
        }

        private int index(String node) {
            Integer index = indexes.get(node);
            if (index == null) {
                throw new IllegalArgumentException("flow " + name + " has no node " + node);
            }
            return index;
        }

        private static int position(List<String> terminals, String terminal, String node) {
            int position = terminals.indexOf(terminal);
            if (position >= 0) {
                return position;
            }
            throw new IllegalArgumentException("node " + node + " has no terminal " + terminal);
        }
    }
}
