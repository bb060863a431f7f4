package io.millrace.server.telemetry;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.observe.Counters;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.setting.LimitRegistry;
import io.millrace.engine.setting.LimitUse;
import io.millrace.flows.Broker;
import io.millrace.flows.broker.FlowStatistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters of flows, nodes, queues, limits and the process. They are read when they are requested, so
 * they cost nothing between requests. Tags are names of flows, nodes and queues, never values of
 * messages. The meters of a flow or queue are removed when it no longer exists.
 *
 * <p>Safe for use by several threads.
 */
public final class Meters implements AutoCloseable {

    /** Media type of {@link #scrape}. */
    public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Maximum number of flows, of nodes, of queues and of limits that have meters. */
    static final int MAX_OBJECTS = 2_000;

    private static final String SYSTEM = "SYSTEM.";

    private final Broker broker;
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private final Objects<FlowStatistics> flows = new Objects<>();
    private final Objects<Counters.NodeFigures> nodes = new Objects<>();
    private final Objects<QueueStatus> queues = new Objects<>();
    private final Objects<LimitUse> limits = new Objects<>();
    private final LimitRegistry.Registration ownLimits;

    /** Objects of one kind with their meters, by name. */
    private static final class Objects<T> {
        private final Map<String, Latest<T>> all = new HashMap<>();
        private final Set<String> seen = new HashSet<>();
        private volatile int count;
    }

    /** The latest state of an object, which its meters read. */
    private static final class Latest<T> {
        private final List<Meter> meters = new ArrayList<>();
        private T value;
    }

    /**
     * @param failedApplications number of deployed applications that could not be started
     */
    public Meters(Broker broker, IntSupplier failedApplications) {
        this.broker = broker;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbage.bindTo(registry);
        Gauge.builder("millrace.applications", broker, b -> b.deployments().size())
                .description("Number of applications that run")
                .register(registry);
        Gauge.builder("millrace.applications.failed", failedApplications, IntSupplier::getAsInt)
                .description("Number of deployed applications that could not be started")
                .register(registry);
        ownLimits = broker.limits().add(this::objects);
    }

    /** Returns all meters in the text format of Prometheus. */
    public synchronized String scrape() {
        for (FlowStatistics flow : broker.statistics()) {
            flow(flow);
        }
        for (QueueStatus queue : broker.queues()) {
            boolean own = queue.name().startsWith(SYSTEM) && queue.depth() == 0;
            if (!own && !QueueName.isState(queue.name()) && !isDynamic(queue.name())) {
                queue(queue);
            }
        }
        removeUnseen(flows);
        removeUnseen(nodes);
        broker.limits().read().forEach(this::limit);
        removeUnseen(queues);
        removeUnseen(limits);
        return registry.scrape();
    }

    /** Whether clients choose the name of a queue, so that it must not be a tag. */
    private boolean isDynamic(String queue) {
        return broker.store().definition(queue).map(d -> d.rules().isDynamic()).orElse(false);
    }

    private void flow(FlowStatistics flow) {
        Tags tags =
                Tags.of(
                        "application",
                        flow.application(),
                        "flow",
                        flow.flow(),
                        "group",
                        flow.executionGroup());
        String name = flow.executionGroup() + "/" + flow.application() + "/" + flow.flow();
        Latest<FlowStatistics> latest = latest(flows, name, flow, one -> register(one, tags));
        if (latest == null || flow.figures() == null) {
            return;
        }
        flow.figures()
                .nodes()
                .forEach(
                        (node, figures) ->
                                latest(
                                        nodes,
                                        name + "#" + node,
                                        figures,
                                        one -> registerNode(one, tags.and("node", node))));
    }

    private void register(Latest<FlowStatistics> flow, Tags tags) {
        gauge(
                flow,
                "millrace.flow.running",
                "Whether the flow runs",
                tags,
                f -> f.running() ? 1 : 0);
        gauge(
                flow,
                "millrace.flow.instances",
                "Number of threads of the flow",
                tags,
                f -> f.instances().size());
        flowCounter(flow, "messages", "Received messages", tags, Counters.Flow::messages);
        flowCounter(flow, "bytes", "Size of the received messages", tags, Counters.Flow::bytes);
        flowCounter(flow, "commits", "Committed messages", tags, Counters.Flow::commits);
        flowCounter(flow, "backouts", "Rolled back messages", tags, Counters.Flow::backouts);
        flowCounter(flow, "errors", "Messages with an error", tags, Counters.Flow::errors);
        flowCounter(
                flow, "failed", "Messages that were not processed", tags, Counters.Flow::failed);
        flow.meters.add(
                FunctionTimer.builder(
                                "millrace.flow.time",
                                flow,
                                f -> figure(f, Counters.Flow::messages),
                                f -> figure(f, Counters.Flow::nanos),
                                TimeUnit.NANOSECONDS)
                        .description("Time from receipt to the end of the unit of work")
                        .tags(tags)
                        .register(registry));
    }

    private static long figure(Latest<FlowStatistics> flow, ToLongFunction<Counters.Flow> figure) {
        Counters.Flow figures = flow.value.figures();
        return figures == null ? 0 : figure.applyAsLong(figures);
    }

    private void flowCounter(
            Latest<FlowStatistics> flow,
            String name,
            String description,
            Tags tags,
            ToLongFunction<Counters.Flow> figure) {
        counter(flow, "millrace.flow." + name, description, tags, f -> figure(flow, figure));
    }

    private void registerNode(Latest<Counters.NodeFigures> node, Tags tags) {
        counter(
                node,
                "millrace.node.errors",
                "Errors of the node itself",
                tags,
                Counters.NodeFigures::errors);
        node.meters.add(
                FunctionTimer.builder(
                                "millrace.node.time",
                                node,
                                n -> n.value.in(),
                                n -> n.value.nanos(),
                                TimeUnit.NANOSECONDS)
                        .description("Messages and time of the node itself")
                        .tags(tags)
                        .register(registry));
    }

    private void queue(QueueStatus queue) {
        Tags tags = Tags.of("queue", queue.name());
        latest(
                queues,
                queue.name(),
                queue,
                one -> {
                    gauge(one, "millrace.queue.depth", "Messages", tags, QueueStatus::depth);
                    gauge(one, "millrace.queue.readers", "Readers", tags, QueueStatus::readers);
                    counter(one, "millrace.queue.put", "Put messages", tags, QueueStatus::put);
                    counter(one, "millrace.queue.got", "Removed messages", tags, QueueStatus::got);
                });
    }

    private void limit(LimitUse use) {
        Tags tags = Tags.of("limit", use.limit(), "object", use.object());
        latest(
                limits,
                use.limit() + "/" + use.object(),
                use,
                one -> {
                    gauge(one, "millrace.limit.current", "Value", tags, LimitUse::current);
                    gauge(
                            one,
                            "millrace.limit.highest",
                            "High-water mark",
                            tags,
                            LimitUse::highest);
                    if (use.maximum() != LimitUse.NO_MAXIMUM) {
                        gauge(one, "millrace.limit.maximum", "Limit", tags, LimitUse::maximum);
                    }
                });
    }

    /** Returns the numbers of objects with meters. Does not wait for a scrape. */
    private List<LimitUse> objects() {
        return List.of(
                use("flows", flows),
                use("nodes", nodes),
                use("queues", queues),
                use("limits", limits));
    }

    private static LimitUse use(String kind, Objects<?> objects) {
        return LimitUse.count("objects with meters", kind, objects.count, MAX_OBJECTS);
    }

    /** Updates an object, and registers its meters if it is new; null if there are too many. */
    private static <T> Latest<T> latest(
            Objects<T> objects, String name, T value, Consumer<Latest<T>> register) {
        Latest<T> latest = objects.all.get(name);
        if (latest == null) {
            if (objects.all.size() >= MAX_OBJECTS) {
                return null;
            }
            latest = new Latest<>();
            latest.value = value;
            register.accept(latest);
            objects.all.put(name, latest);
        }
        latest.value = value;
        objects.seen.add(name);
        return latest;
    }

    private <T> void removeUnseen(Objects<T> objects) {
        objects.all
                .entrySet()
                .removeIf(
                        entry -> {
                            boolean gone = !objects.seen.contains(entry.getKey());
                            if (gone) {
                                entry.getValue().meters.forEach(registry::remove);
                            }
                            return gone;
                        });
        objects.seen.clear();
        objects.count = objects.all.size();
    }

    private <T> void gauge(
            Latest<T> object,
            String name,
            String description,
            Tags tags,
            ToDoubleFunction<T> value) {
        object.meters.add(
                Gauge.builder(name, object, o -> value.applyAsDouble(o.value))
                        .description(description)
                        .tags(tags)
                        .register(registry));
    }

    private <T> void counter(
            Latest<T> object,
            String name,
            String description,
            Tags tags,
            ToDoubleFunction<T> value) {
        object.meters.add(
                FunctionCounter.builder(name, object, o -> value.applyAsDouble(o.value))
                        .description(description)
                        .tags(tags)
                        .register(registry));
    }

    @Override
    public void close() {
        ownLimits.close();
        garbage.close();
        registry.close();
    }
}
