package io.millrace.flows;

import io.millrace.engine.database.OpenDataSources;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.CompiledNode;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.flows.application.BrokerSettings;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.compile.FlowPlan;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Nodes and queues for one message at a time, used by one call of {@link Flow#process}. */
final class FlowSession implements AutoCloseable {

    /** Maximum number of attempts for a message, even if its backout threshold is higher. */
    private static final int MAX_ATTEMPTS = 10_000;

    private final CompiledApplication application;
    private final MemoryQueues queues;
    private final QueueSession session;
    private final BrokerServices services;
    private final MessageAssembler assembler;
    private final Map<String, Opened> instances = new HashMap<>();

    /** An instance and the plan of its input node. */
    private record Opened(FlowInstance instance, NodePlan plan) {}

    FlowSession(CompiledApplication application, OpenDataSources dataSources) {
        this.application = application;
        this.queues = new MemoryQueues(application.settings().limits().messageBytes());
        Map<String, QueueDefinition> listed = application.settings().queues();
        if (listed != null) {
            listed.values().forEach(queues::create);
        }
        for (String queue : application.queues().names().keySet()) {
            if (!queues.exists(queue)) {
                queues.create(QueueDefinition.named(queue));
            }
        }
        session = queues.session();
        TopicTree subscriptions = new TopicTree();
        application.settings().subscriptions().keySet().forEach(subscriptions::add);
        assembler = new MessageAssembler(application.parsers(), application.settings().limits());
        services =
                new BrokerServices(
                                BrokerSettings.DEFAULT_NAME,
                                queues,
                                dataSources,
                                subscriptions,
                                assembler,
                                Clock.systemDefaultZone())
                        .withResources(application.settings().resources());
        openEndpoints();
    }

    FlowResult process(Flow.Entry entry, QueueMessage message, PathRecorder recorder) {
        Opened opened = instances.computeIfAbsent(entry.node(), node -> opened(entry));
        FlowInstance instance = opened.instance();
        instance.observer(recorder);
        List<MillraceException> exceptions = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        CalledMessage called = null;
        String queue = entry.queue();
        if (opened.plan() instanceof CalledPlan plan) {
            called = plan.accept(message);
            outcomes.add(instance.run(called));
        } else if (queue.isEmpty()) {
            outcomes.add(instance.run(message));
        } else {
            session.put(queue, message, false);
            do {
                outcomes.add(instance.runOnce(0));
            } while (isRetried(outcomes.getLast()) && outcomes.size() < MAX_ATTEMPTS);
        }
        for (Outcome outcome : outcomes) {
            if (outcome.failure() != null) {
                exceptions.add(outcome.failure());
            }
        }
        exceptions.addAll(taken(recorder.failures(), exceptions));
        boolean isReplyMissing =
                called != null && outcomes.getLast().isCommitted() && called.reply() == null;
        return new FlowResult(
                entry.flow().name(),
                entry.input(),
                entry.node(),
                outputs(outcomes.getLast().isCommitted() ? called : null),
                recorder.steps(),
                exceptions,
                outcomes.getLast().result(),
                isReplyMissing ? called.missingReply() : "");
    }

    /**
     * Whether a message is processed again. A failure that is not caused by the message, such as an
     * unavailable database, is not retried here.
     */
    private static boolean isRetried(Outcome outcome) {
        MillraceException failure = outcome.failure();
        return outcome.result() == Outcome.Result.ROLLED_BACK
                && (failure == null || !UnitOfWork.isPassing(failure));
    }

    /**
     * Returns the node errors that were handled through failure terminals, so that no attempt ended
     * with them.
     */
    private static List<MillraceException> taken(
            List<MillraceException> thrown, List<MillraceException> ended) {
        return thrown.stream()
                .filter(e -> ended.stream().noneMatch(end -> end.root() == e.root()))
                .toList();
    }

    /**
     * Returns the reply to a call and the messages of all queues, and removes these messages. The
     * queues that the flow refers to come first, in the order of the flow.
     */
    private List<FlowResult.Output> outputs(CalledMessage called) {
        Set<String> order = new LinkedHashSet<>(application.queues().names().keySet());
        for (QueueStatus status : queues.status()) {
            if (!QueueName.isState(status.name())) {
                order.add(status.name());
            }
        }
        List<FlowResult.Output> outputs = new ArrayList<>();
        if (called != null && called.reply() != null) {
            MessageAssembler.Written reply = assembler.write(called.reply());
            QueueMessage message = new QueueMessage(reply.descriptor(), reply.body());
            outputs.add(
                    new FlowResult.Output(
                            FlowResult.REPLY, message, assembler, called.replyProperties()));
        }
        for (String queue : order) {
            if (queues.status(queue).depth() > 0) {
                try (QueueReader reader = session.reader(queue)) {
                    for (QueueMessage m = reader.receive(0); m != null; m = reader.receive(0)) {
                        outputs.add(new FlowResult.Output(queue, m, assembler, ""));
                    }
                    session.commit();
                }
            }
        }
        return outputs;
    }

    /** Opens the endpoints of the application's callable flows, which run in the same thread. */
    private void openEndpoints() {
        for (FlowPlan plan : application.flows().values()) {
            if (plan.plans().stream().noneMatch(CalledPlan.class::isInstance)) {
                continue;
            }
            CompiledFlow flow = plan.compiled();
            for (CompiledNode input : flow.inputs()) {
                if (input.plan() instanceof CalledPlan called && called.isInternal()) {
                    called.open(
                            new CalledFlow(
                                    flow.application(),
                                    FlowAssignment.DEFAULT_GROUP,
                                    input.definition().label(),
                                    (message, timeout) -> call(flow, input, message),
                                    null,
                                    services.calls().endpoints(),
                                    services.resources()));
                }
            }
        }
    }

    /** Calls a flow in a separate instance, because the flow can call itself. */
    private void call(CompiledFlow flow, CompiledNode input, CalledMessage message) {
        try (FlowInstance instance = open(flow, input.name())) {
            instance.call(message);
        }
    }

    private FlowInstance open(CompiledFlow flow, String input) {
        return FlowInstance.open(flow, input, FlowAssignment.DEFAULT_GROUP, services);
    }

    private Opened opened(Flow.Entry entry) {
        NodePlan plan =
                entry.flow().inputs().stream()
                        .filter(i -> i.name().equals(entry.input()))
                        .map(CompiledNode::plan)
                        .findFirst()
                        .orElseThrow();
        return new Opened(open(entry.flow(), entry.input()), plan);
    }

    @Override
    public void close() {
        instances.values().forEach(opened -> opened.instance().close());
        session.close();
        queues.close();
    }
}
