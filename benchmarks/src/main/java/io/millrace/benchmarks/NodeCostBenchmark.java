package io.millrace.benchmarks;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a node that does nothing costs in a flow. The figures of {@code nodes=0} and {@code
 * nodes=100} differ by a hundred nodes: their difference divided by 100 is one node's time, and
 * with {@code -prof gc} its allocation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class NodeCostBenchmark {

    @Param({"0", "100"})
    private int nodes;

    private FlowInstance instance;
    private Delivery delivery;

    @Setup
    public void open() {
        NodeType doNothing = new DoNothing();
        NodeType source = new Source();
        CompiledFlow.Builder flow = CompiledFlow.named("benchmark", "benchmark");
        flow.node(new DoNothing.Definition("in"), source, source.compile(null, null));
        String before = "in";
        for (int i = 0; i < nodes; i++) {
            String name = "n" + i;
            flow.node(new DoNothing.Definition(name), doNothing, doNothing.compile(null, null));
            flow.connect(before, "out", name, "in");
            before = name;
        }
        ParserRegistry parsers = ParserRegistry.load(NodeCostBenchmark.class.getClassLoader());
        BrokerServices services =
                new BrokerServices(
                        "benchmark",
                        new MemoryQueues(),
                        null,
                        new TopicTree(),
                        new MessageAssembler(parsers, Limits.DEFAULTS),
                        Clock.systemUTC());
        instance = FlowInstance.open(flow.build(), "in", "default", services);
        delivery = new Message();
    }

    @TearDown
    public void close() {
        instance.close();
    }

    @Benchmark
    public Outcome messageThroughNodes() {
        return instance.process(delivery);
    }

    /** A message that is there already. */
    private static final class Message implements Delivery {
        private final MessageAssembly assembly =
                MessageAssembly.of(Element.of(ElementType.NAME, MessageAssembly.ROOT));

        @Override
        public boolean transactional() {
            return false;
        }

        @Override
        public int backoutCount() {
            return 0;
        }

        @Override
        public int backoutThreshold() {
            return 1;
        }

        @Override
        public int size() {
            return Bytes.EMPTY.length();
        }

        @Override
        public MessageAssembly assemble() {
            return assembly;
        }

        @Override
        public MessageAssembly assembleRaw() {
            return assembly;
        }

        @Override
        public String backOut(MillraceException reason) {
            throw reason;
        }
    }

    /** An input node that is only handed messages. */
    private static final class Source implements NodeType {
        @Override
        public NodeDescription description() {
            return new NodeDescription(
                    "Source",
                    "Benchmarks",
                    "Begins the flow.",
                    "none",
                    true,
                    List.of(),
                    List.of(
                            new TerminalDescription("out", "The message."),
                            new TerminalDescription("failure", "Never used."),
                            new TerminalDescription("catch", "Never used.")),
                    List.of());
        }

        @Override
        public NodePlan compile(NodeDefinition node, DeployContext context) {
            return instance -> new Waiting();
        }
    }

    private static final class Waiting implements InputNode {
        @Override
        public Delivery receive(long timeoutMillis) {
            return null;
        }

        @Override
        public void wake() {
            // Nobody waits.
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            throw new IllegalStateException("an input node has no input terminal");
        }
    }
}
