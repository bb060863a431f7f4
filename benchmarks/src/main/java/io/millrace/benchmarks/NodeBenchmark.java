package io.millrace.benchmarks;

import io.millrace.engine.error.Place;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.nodes.construction.Passthrough;
import io.millrace.nodes.routing.Label;
import io.millrace.nodes.routing.RouteToLabel;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.time.Clock;
import java.util.List;

/**
 * The cost of nodes for a message that is already assembled. {@code nodes-N} has N consecutive
 * Passthrough nodes. The cost of a node is the difference between 101 nodes and 1 node, divided by
 * 100. {@code label-N-MODE} has a RouteToLabel node with a list of N entries. The node uses the
 * first or the last entry.
 */
public class NodeBenchmark extends EngineBenchmark {

    @Param({
        "nodes-0",
        "nodes-1",
        "nodes-101",
        "label-1-first",
        "label-1-last",
        "label-100-first",
        "label-100-last"
    })
    private String flow;

    private FlowInstance instance;
    private Delivery delivery;

    @Setup
    public void open() {
        String[] words = flow.split("-");
        int count = Integer.parseInt(words[1]);
        CompiledFlow.Builder built = CompiledFlow.named("benchmark", "benchmark");
        add(built, "in", "", new Source());
        Element root = Element.of(ElementType.NAME, MessageAssembly.ROOT);
        MessageAssembly message = MessageAssembly.of(root);
        if (words[0].equals("nodes")) {
            String before = "in";
            for (int i = 0; i < count; i++) {
                add(built, "n" + i, "", new Passthrough());
                built.connect(before, "out", "n" + i, "in");
                before = "n" + i;
            }
        } else {
            message = message.withLocalEnvironment(labels(built, count, words[2]));
        }
        BrokerServices services =
                new BrokerServices(
                        "benchmark",
                        new MemoryQueues(),
                        null,
                        new TopicTree(),
                        new MessageAssembler(ComputeProgram.parsers(), Limits.DEFAULTS),
                        Clock.systemUTC());
        instance = FlowInstance.open(built.build(), "in", "default", services);
        delivery = new ReadyMessage(message);
        message();
    }

    private static Element labels(CompiledFlow.Builder flow, int count, String mode) {
        add(flow, "route", mode, new RouteToLabel());
        flow.connect("in", "out", "route", "in");
        Element environment = Element.of(ElementType.NAME, MessageAssembly.LOCAL_ENVIRONMENT);
        Element list =
                environment
                        .addLast(Element.of(ElementType.NAME, "Destination"))
                        .addLast(Element.of(ElementType.NAME, "RouterList"));
        for (int i = 1; i <= count; i++) {
            add(flow, "label" + i, "L" + i, new Label());
            flow.label("L" + i, "label" + i);
            list.addLast(Element.of(ElementType.NAME, "DestinationData"))
                    .addLast(Element.of(ElementType.NAME_VALUE, "labelName", Value.of("L" + i)));
        }
        return environment;
    }

    private static void add(CompiledFlow.Builder flow, String name, String text, NodeType type) {
        Definition definition = new Definition(name, text);
        flow.node(definition, type, type.compile(definition, null));
    }

    @TearDown
    public void close() {
        instance.close();
    }

    @Benchmark
    public Outcome message() {
        Outcome outcome = instance.process(delivery);
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return outcome;
    }

    /** An input node that never receives a message. */
    private static final class Source implements NodeType {

        @Override
        public NodeDescription description() {
            return new NodeDescription(
                    "Source",
                    "Benchmarks",
                    "Starts the flow.",
                    "none",
                    true,
                    List.of(),
                    List.of(
                            new TerminalDescription("out", "The message."),
                            new TerminalDescription("failure", "Not used."),
                            new TerminalDescription("catch", "Not used.")),
                    SettingGroup.OPEN);
        }

        @Override
        public NodePlan compile(NodeDefinition node, DeployContext context) {
            return instance ->
                    new InputNode() {
                        @Override
                        public Delivery receive(long timeoutMillis) {
                            return null;
                        }

                        @Override
                        public void wake() {
                            // No thread waits.
                        }
                    };
        }
    }

    /** A node definition in which all properties have the same value. */
    private record Definition(String name, String text) implements NodeDefinition {

        @Override
        public String label() {
            return "benchmark." + name;
        }

        @Override
        public Place place() {
            return Place.of("benchmark");
        }

        @Override
        public boolean isGiven(String property) {
            return false;
        }

        @Override
        public List<String> list(String property) {
            return List.of(text);
        }

        @Override
        public Place place(String property) {
            return place();
        }
    }

    private record ReadyMessage(MessageAssembly assemble) implements Delivery {

        @Override
        public int size() {
            return 0;
        }

        @Override
        public MessageAssembly assembleRaw() {
            return assemble;
        }
    }
}
