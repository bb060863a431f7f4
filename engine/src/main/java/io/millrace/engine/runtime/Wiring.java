package io.millrace.engine.runtime;

import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.Node;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The connected nodes of a flow for one thread: the nodes that are reachable from one input node.
 *
 * <p>Wires are created before nodes, so a node can keep its terminals. Their targets are added
 * afterwards.
 */
final class Wiring implements AutoCloseable {

    private final CompiledFlow flow;
    private final String executionGroup;
    private final Resources resources;
    private final MessagePass pass;
    private final Map<String, Map<String, Wire>> wires = new HashMap<>();
    private final Map<String, Wire> labels = new HashMap<>();
    private final Map<Integer, GuardedNode> nodes = new HashMap<>();
    private final int input;
    private final boolean catchesErrors;

    /**
     * Creates all nodes. If the creation of a node fails, closes the other nodes and throws the
     * failure.
     */
    Wiring(CompiledFlow flow, String inputNode, String executionGroup, BrokerServices services) {
        this.flow = flow;
        this.executionGroup = executionGroup;
        this.resources = new Resources(services, flow.settings().coordinated());
        this.pass = new MessagePass(services.assembler().limits().propagationDepth());
        this.input = flow.indexOf(inputNode);
        BitSet reachable = flow.reachableFrom(input);
        reachable.stream().forEach(this::prepare);
        flow.labels()
                .forEach(
                        (label, index) -> {
                            Wire wire =
                                    new Wire(
                                            pass,
                                            flow.nodes().get(index).definition().label(),
                                            label);
                            wire.add(new Wire.Target(guarded(index), 0));
                            labels.put(label, wire);
                        });
        for (Connection c : flow.connections()) {
            if (reachable.get(c.from())) {
                String from = flow.nodes().get(c.from()).name();
                wire(from, c.terminal()).add(new Wire.Target(guarded(c.to()), c.input()));
            }
        }
        catchesErrors = nodes.values().stream().anyMatch(this::mayEndErrors);
        try {
            reachable.stream().forEach(this::instantiate);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private void prepare(int index) {
        CompiledNode node = flow.nodes().get(index);
        nodes.put(
                index,
                new GuardedNode(
                        pass, node, resources.services().assembler().parsers().sensitiveFields()));
        Map<String, Wire> own = new HashMap<>();
        for (String terminal : node.outputs()) {
            own.put(terminal, new Wire(pass, node.definition().label(), terminal));
        }
        wires.put(node.name(), own);
    }

    private void instantiate(int index) {
        CompiledNode compiled = flow.nodes().get(index);
        Node node = compiled.plan().instantiate(new InstanceContext(this, compiled));
        guarded(index).node(node, wires(compiled.name()).get("failure"));
    }

    private GuardedNode guarded(int index) {
        return Objects.requireNonNull(nodes.get(index));
    }

    private Map<String, Wire> wires(String node) {
        return Objects.requireNonNull(wires.get(node));
    }

    CompiledFlow flow() {
        return flow;
    }

    String executionGroup() {
        return executionGroup;
    }

    Resources resources() {
        return resources;
    }

    MessagePass pass() {
        return pass;
    }

    InputNode input() {
        return (InputNode) guarded(input).node();
    }

    CompiledNode inputNode() {
        return flow.nodes().get(input);
    }

    /**
     * Returns a terminal of a node. If the type has no terminal of this name, the result is an
     * unconnected terminal.
     */
    Wire wire(String node, String terminal) {
        Wire wire = wires(node).get(terminal);
        return wire != null ? wire : new Wire(pass, flow.name() + "." + node, terminal);
    }

    /** Returns the terminal of a Label node; null if the label does not exist. */
    @Nullable Wire label(String name) {
        return labels.get(name);
    }

    /** Whether a rollback undoes all effects of the nodes of this instance. */
    boolean staysInUnit() {
        return flow.outsideUnit(inputNode()).isEmpty();
    }

    /**
     * Whether a node of this instance can catch an exception. Calculated in advance, because nodes
     * call this method for each message.
     */
    boolean catchesErrors() {
        return catchesErrors;
    }

    /**
     * Whether a node catches exceptions, or its failure terminal is connected. Messages at the
     * failure terminal of the input node were not processed before in the same unit.
     */
    private boolean mayEndErrors(GuardedNode guarded) {
        CompiledNode node = guarded.compiled();
        return node == inputNode()
                ? wire(node.name(), "catch").isWired()
                : wires(node.name()).containsKey("catch") || wire(node.name(), "failure").isWired();
    }

    @Override
    public void close() {
        List<Node> made = new ArrayList<>();
        nodes.values().forEach(n -> made.add(n.node()));
        made.forEach(QuietClose::close);
        resources.close();
    }
}
