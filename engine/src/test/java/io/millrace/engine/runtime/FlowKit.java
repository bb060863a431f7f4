package io.millrace.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.setting.SettingGroup;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Makes flows of hand-written nodes for the tests of the runtime; their messages are texts. */
final class FlowKit {

    private final CompiledFlow.Builder flow;
    private final String name;

    FlowKit(String name) {
        this.name = name;
        flow = CompiledFlow.named("app", name);
    }

    static BrokerServices services(QueueStore queues) {
        return services(queues, Limits.DEFAULTS);
    }

    static BrokerServices services(QueueStore queues, Limits limits) {
        return new BrokerServices(
                "BRK",
                queues,
                null,
                new TopicTree(),
                new MessageAssembler(ParserRegistry.of(List.of(), List.of()), limits),
                Clock.systemUTC());
    }

    static BrokerServices services(QueueStore queues, DataSources dataSources) {
        BrokerServices s = services(queues);
        return new BrokerServices(
                s.broker(), queues, dataSources, s.subscriptions(), s.assembler(), s.clock());
    }

    FlowKit settings(FlowSettings settings) {
        flow.settings(settings);
        return this;
    }

    /** A node with the terminals in, and out, failure, catch, other, and what it does. */
    FlowKit node(String node, NodePlan plan) {
        flow.node(definition(node), new Type("Test", false), plan);
        return this;
    }

    /** Waits until a condition holds. */
    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(240);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time until the condition holds").isLessThan(deadline);
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    /** A node whose effects a rollback undoes. */
    FlowKit undoable(String node, NodePlan plan) {
        return node(node, NodePlan.inUnit(plan));
    }

    /** An input node that reads a queue. */
    FlowKit input(String node, String queue, boolean transactional, int threshold) {
        NodePlan plan = NodePlan.inUnit(c -> new QueueIn(c, queue, transactional, threshold));
        flow.node(definition(node), new Type("Input", true), plan);
        return this;
    }

    /** An input node that receives calls; its callers use {@link TestCalls#calls}. */
    FlowKit called(String node, TestCalls calls) {
        flow.node(definition(node), new Type("Called", true), calls);
        return this;
    }

    FlowKit passes(String node) {
        return undoable(
                node,
                c -> {
                    var out = c.terminal("out");
                    return (in, message) -> out.propagate(message);
                });
    }

    /** Puts the message's text on a queue, in the unit when the message is. */
    FlowKit puts(String node, String queue) {
        return undoable(node, c -> (in, message) -> put(c, queue, text(message)));
    }

    /** Puts the message's text on a queue, in the unit of the message. */
    FlowKit putsInUnit(String node, String queue) {
        return undoable(
                node,
                c -> {
                    var out = c.terminal("out");
                    return (in, message) -> {
                        c.unit().enlist(c.queues());
                        c.queues().put(queue, message(text(message)), true);
                        out.propagate(message);
                    };
                });
    }

    FlowKit fails(String node, String words) {
        return undoable(
                node,
                c ->
                        (in, message) -> {
                            throw new MillraceException(ErrorCode.ESQL_DIVIDE_BY_ZERO, words);
                        });
    }

    /** Connects terminals; each as {@code node.terminal -> node}. */
    FlowKit connect(String... connections) {
        for (String connection : connections) {
            String[] names = connection.split("\\.| -> ");
            flow.connect(names[0], names[1], names[2], "in");
        }
        return this;
    }

    FlowKit label(String label, String node) {
        flow.label(label, node);
        return this;
    }

    CompiledFlow build() {
        return flow.build();
    }

    static void put(NodeContext context, String queue, String text) {
        if (context.inUnit()) {
            context.unit().enlist(context.queues());
        }
        context.queues().put(queue, message(text), context.inUnit());
    }

    static QueueMessage message(String text) {
        return new QueueMessage(new Mqmd(), Bytes.utf8(text));
    }

    static void put(QueueStore store, String queue, String... texts) {
        try (QueueSession session = store.session()) {
            Arrays.stream(texts).forEach(t -> session.put(queue, message(t), false));
        }
    }

    static MemoryQueues queues(String... names) {
        MemoryQueues store = new MemoryQueues();
        for (String queue : names) {
            store.create(io.millrace.engine.queue.QueueDefinition.named(queue));
        }
        return store;
    }

    static List<String> texts(QueueStore store, String queue) {
        return store.browse(queue, 100_000).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }

    static String text(MessageAssembly message) {
        return message.root().textOf("text");
    }

    static MessageAssembly assembly(String text) {
        Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        root.add("text", Value.of(text));
        return MessageAssembly.of(root);
    }

    private NodeDefinition definition(String node) {
        return new Definition(name, node);
    }

    record Type(String type, boolean input) implements NodeType {
        @Override
        public NodeDescription description() {
            List<TerminalDescription> in =
                    input ? List.of() : List.of(new TerminalDescription("in", ""));
            List<TerminalDescription> outs =
                    List.of("out", "failure", "catch", "other").stream()
                            .map(t -> new TerminalDescription(t, ""))
                            .toList();
            return new NodeDescription(
                    type, "Test", "A test's node.", "none", input, in, outs, SettingGroup.OPEN);
        }

        @Override
        public NodePlan compile(NodeDefinition node, DeployContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record Definition(String flow, String name) implements NodeDefinition {
        @Override
        public String label() {
            return flow + "." + name;
        }

        @Override
        public Place place() {
            return Place.of("test");
        }

        @Override
        public boolean isGiven(String property) {
            return false;
        }

        @Override
        public List<String> list(String property) {
            return List.of();
        }

        @Override
        public Place place(String property) {
            return place();
        }
    }

    /**
     * Reads a queue. Texts that begin with "damaged" cannot be assembled, those that begin with
     * "postponed" are delivered again without a pause of the instance.
     */
    private static final class QueueIn implements InputNode {
        private final NodeContext context;
        private final String queue;
        private final boolean transactional;
        private final int threshold;
        private volatile QueueReader reader;

        QueueIn(NodeContext context, String queue, boolean transactional, int threshold) {
            this.context = context;
            this.queue = queue;
            this.transactional = transactional;
            this.threshold = threshold;
        }

        @Override
        public Delivery receive(long timeoutMillis) {
            if (reader == null) {
                reader = context.queues().reader(queue);
            }
            QueueMessage message = reader.receive(timeoutMillis);
            if (message == null) {
                return null;
            }
            if (transactional) {
                context.unit().enlist(context.queues());
            } else {
                reader.acceptNow();
            }
            return new Received(message);
        }

        @Override
        public void wake() {
            if (reader != null) {
                reader.wake();
            }
        }

        private final class Received implements Delivery, Redelivery {
            private final QueueMessage message;

            Received(QueueMessage message) {
                this.message = message;
            }

            @Override
            public Redelivery redelivery() {
                return transactional ? this : null;
            }

            @Override
            public int backoutCount() {
                return message.descriptor().backoutCount();
            }

            @Override
            public int backoutThreshold() {
                return threshold;
            }

            @Override
            public boolean isPostponed() {
                return message.body().text(StandardCharsets.UTF_8).startsWith("postponed");
            }

            @Override
            public int size() {
                return message.body().length();
            }

            @Override
            public Mqmd descriptor() {
                return message.descriptor();
            }

            @Override
            public MessageAssembly assemble() {
                String text = message.body().text(StandardCharsets.UTF_8);
                if (text.startsWith("damaged")) {
                    throw new MillraceException(ErrorCode.BAD_HEADER, "the header is damaged");
                }
                return assembly(text);
            }

            @Override
            public MessageAssembly assembleRaw() {
                return assembly("raw " + message.body().text(StandardCharsets.UTF_8));
            }

            @Override
            public String backOut(MillraceException reason, FailureReport report) {
                context.queues().put("BACKOUT", message, true);
                context.unit().enlist(context.queues());
                return "backout queue BACKOUT";
            }
        }
    }
}
