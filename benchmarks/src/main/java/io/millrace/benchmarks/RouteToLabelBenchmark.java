package io.millrace.benchmarks;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
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
import io.millrace.nodes.routing.Label;
import io.millrace.nodes.routing.RouteToLabel;

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
 * RouteToLabel with a list that is there already: what the node itself costs, by the length of the
 * list, whichever end is taken.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouteToLabelBenchmark {

    @Param({"1", "100"})
    private int entries;

    private FlowInstance first;
    private FlowInstance last;
    private Delivery delivery;

    @Setup
    public void open() {
        first = flow("first");
        last = flow("last");
        Element environment = Element.of(ElementType.NAME, MessageAssembly.LOCAL_ENVIRONMENT);
        Element list =
                environment
                        .addLast(Element.of(ElementType.NAME, "Destination"))
                        .addLast(Element.of(ElementType.NAME, "RouterList"));
        for (int i = 1; i <= entries; i++) {
            list.addLast(Element.of(ElementType.NAME, "DestinationData"))
                    .addLast(Element.of(ElementType.NAME_VALUE, "labelName", Value.of("L" + i)));
        }
        Element root = Element.of(ElementType.NAME, MessageAssembly.ROOT);
        delivery = new ReadyMessage(MessageAssembly.of(root).withLocalEnvironment(environment));
    }

    private FlowInstance flow(String mode) {
        NodeType source = new Source();
        NodeType router = new RouteToLabel();
        NodeType label = new Label();
        CompiledFlow.Builder flow = CompiledFlow.named("benchmark", "benchmark");
        flow.node(new DoNothing.Definition("in"), source, source.compile(null, null));
        DoNothing.Definition route = new DoNothing.Definition("route", mode);
        flow.node(route, router, router.compile(route, null));
        flow.connect("in", "out", "route", "in");
        for (int i = 1; i <= entries; i++) {
            DoNothing.Definition target = new DoNothing.Definition("label" + i, "L" + i);
            flow.node(target, label, label.compile(target, null));
            flow.label("L" + i, target.name());
        }
        ParserRegistry parsers = ParserRegistry.load(RouteToLabelBenchmark.class.getClassLoader());
        BrokerServices services =
                new BrokerServices(
                        "benchmark",
                        new MemoryQueues(),
                        null,
                        new TopicTree(),
                        new MessageAssembler(parsers, Limits.DEFAULTS),
                        Clock.systemUTC());
        return FlowInstance.open(flow.build(), "in", "default", services);
    }

    @TearDown
    public void close() {
        first.close();
        last.close();
    }

    @Benchmark
    public Outcome first() {
        return done(first.process(delivery));
    }

    @Benchmark
    public Outcome last() {
        return done(last.process(delivery));
    }

    private static Outcome done(Outcome outcome) {
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return outcome;
    }
}
