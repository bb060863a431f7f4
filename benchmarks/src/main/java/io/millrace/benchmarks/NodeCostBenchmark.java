package io.millrace.benchmarks;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeType;
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
import java.util.concurrent.TimeUnit;

/**
 * What a node that does nothing costs in a flow. The figures of {@code nodes=1} and {@code
 * nodes=101} differ by a hundred nodes: their difference divided by 100 is one node's time, and
 * with {@code -prof gc} its allocation. {@code nodes=0} is the flow without any.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class NodeCostBenchmark {

    @Param({"0", "1", "101"})
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
        delivery =
                new ReadyMessage(
                        MessageAssembly.of(Element.of(ElementType.NAME, MessageAssembly.ROOT)));
    }

    @TearDown
    public void close() {
        instance.close();
    }

    @Benchmark
    public Outcome messageThroughNodes() {
        return instance.process(delivery);
    }
}
