package io.millrace.nodes;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.resource.ResourceKind;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.work.OutsideUnit;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A small flow around the node under test: in memory, with the real runtime, parsers and queues.
 */
final class FlowRun implements AutoCloseable {

    static final NodeRegistry TYPES = NodeRegistry.load(FlowRun.class.getClassLoader());
    static final ParserRegistry PARSERS = ParserRegistry.load(FlowRun.class.getClassLoader());
    static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    final MemoryQueues queues = new MemoryQueues();
    final TopicTree subscriptions = new TopicTree();
    final Map<String, EsqlModule> modules = new HashMap<>();
    final Problems problems = new Problems();
    private final CompiledFlow.Builder flow = CompiledFlow.named("app", "flow");
    private final Set<String> labels = new TreeSet<>();
    private final Set<String> nodeTypes = new TreeSet<>();
    final List<MessageAssembly> seen = new ArrayList<>();
    final Map<String, byte[]> files = new HashMap<>();
    DataSources dataSources;
    Limits limits = Limits.DEFAULTS;
    Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
    private FlowInstance instance;

    FlowRun() {
        for (String queue : List.of("IN", "OUT", "OTHER", "BACKOUT", "REPLY")) {
            queues.create(QueueDefinition.named(queue));
        }
    }

    /**
     * A node of a type of the library; each property as {@code name=value}, or as its name followed
     * by its value.
     */
    FlowRun node(String name, String type, String... properties) {
        NodeType nodeType = TYPES.type(type).orElseThrow();
        Definition definition = new Definition(name, nodeType.description(), properties);
        nodeTypes.add(type);
        NodePlan plan = nodeType.compile(definition, new Deployment());
        flow.node(definition, nodeType, plan);
        if (type.equals("Label")) {
            labels.add(definition.text("labelName"));
            flow.label(definition.text("labelName"), name);
        }
        return this;
    }

    /** A node that does what a test says, with the terminals in and out. */
    FlowRun test(String name, Consumer<MessageAssembly> work) {
        return testIn(name, (context, message) -> work.accept(message));
    }

    /** As the other, but for work that asks for what nodes may ask for. */
    FlowRun testIn(String name, BiConsumer<NodeContext, MessageAssembly> work) {
        NodeDescription description =
                new NodeDescription(
                        "Test",
                        "Test",
                        "",
                        "none",
                        false,
                        List.of(new TerminalDescription("in", "")),
                        List.of(new TerminalDescription("out", "")),
                        SettingGroup.OPEN);
        NodeType type =
                new NodeType() {
                    @Override
                    public NodeDescription description() {
                        return description;
                    }

                    @Override
                    public NodePlan compile(NodeDefinition node, DeployContext context) {
                        throw new UnsupportedOperationException();
                    }
                };
        flow.node(
                new Definition(name, description),
                type,
                NodePlan.inUnit(
                        c -> {
                            var out = c.terminal("out");
                            return (in, message) -> {
                                work.accept(c, message);
                                out.propagate(message);
                            };
                        }));
        return this;
    }

    /** A node that keeps what comes to it in {@link #seen}. */
    FlowRun sink(String name) {
        return test(name, seen::add);
    }

    /**
     * Connects terminals; each as {@code node.terminal -> node} or {@code node.terminal ->
     * node.terminal}.
     */
    FlowRun connect(String... connections) {
        for (String connection : connections) {
            String[] names = connection.split("\\.| -> ");
            flow.connect(names[0], names[1], names[2], names.length > 3 ? names[3] : "in");
        }
        return this;
    }

    FlowRun module(String name, ModuleKind kind, Function<EsqlEnvironment, Value> code) {
        modules.put(name, new JavaModule(name, kind, code));
        return this;
    }

    CompiledFlow compiled() {
        problems.throwIfErrors();
        return flow.build();
    }

    BrokerServices services() {
        return new BrokerServices(
                "BRK",
                queues,
                dataSources,
                subscriptions,
                new MessageAssembler(PARSERS, limits),
                clock);
    }

    FlowInstance instance() {
        if (instance == null) {
            instance = FlowInstance.open(compiled(), "in", "default", services());
        }
        return instance;
    }

    /** Puts a message to IN and runs it. */
    Outcome run(QueueMessage message) {
        put("IN", message);
        return instance().runOnce(0);
    }

    Outcome run(String text) {
        return run(message(text));
    }

    void put(String queue, QueueMessage message) {
        try (QueueSession session = queues.session()) {
            session.put(queue, message, false);
        }
    }

    static QueueMessage message(String text) {
        return message(text, new Mqmd());
    }

    static QueueMessage message(String text, Mqmd descriptor) {
        return new QueueMessage(descriptor, Bytes.utf8(text));
    }

    List<String> texts(String queue) {
        return queues.browse(queue, 10_000).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }

    Mqmd descriptor(String queue) {
        return queues.browse(queue, 1).getFirst().descriptor();
    }

    /** The text of a message's body, whatever its domain. */
    static String body(MessageAssembly message) {
        return new MessageAssembler(PARSERS, Limits.DEFAULTS)
                .write(message.root())
                .body()
                .text(StandardCharsets.UTF_8);
    }

    static Bytes id(int value) {
        byte[] id = new byte[24];
        Arrays.fill(id, (byte) value);
        return Bytes.of(id);
    }

    @Override
    public void close() {
        if (instance != null) {
            instance.close();
        }
    }

    record JavaModule(String name, ModuleKind kind, Function<EsqlEnvironment, Value> code)
            implements EsqlModule {
        @Override
        public Place place() {
            return Place.of("test.esql");
        }

        @Override
        public Set<String> terminals() {
            return Set.of();
        }

        @Override
        public Set<String> labels() {
            return Set.of();
        }

        @Override
        public OutsideUnit outsideUnit() {
            return null;
        }

        @Override
        public Value run(EsqlEnvironment environment) {
            return code.apply(environment);
        }
    }

    final class Deployment implements DeployContext {
        @Override
        public Problems problems() {
            return problems;
        }

        @Override
        public EsqlProgram esql() {
            return new EsqlProgram() {
                @Override
                public EsqlProgram forFlow(String flow) {
                    return this;
                }

                @Override
                public EsqlProgram withExternals(Map<String, String> values) {
                    return this;
                }

                @Override
                public Optional<EsqlModule> module(String name, ModuleKind kind) {
                    return Optional.ofNullable(modules.get(name))
                            .filter(m -> kind == null || m.kind() == kind);
                }

                @Override
                public Set<String> modules(ModuleKind kind) {
                    return modules.keySet();
                }

                @Override
                public EsqlModule value(Source text, Problems found) {
                    return expression(text, ModuleKind.FILTER, found);
                }

                @Override
                public EsqlModule expression(Source text, ModuleKind kind, Problems found) {
                    EsqlModule known = modules.get(text.text());
                    if (known == null) {
                        found.error(
                                ErrorCode.UNKNOWN_MODULE,
                                text.at(0),
                                "there is no expression " + text.text());
                    }
                    return known;
                }

                @Override
                public EsqlModule pattern(Source text, Problems found) {
                    EsqlModule known = modules.get(text.text());
                    return known != null
                            ? known
                            : new JavaModule(
                                    text.text(), ModuleKind.FILTER, e -> Value.of(text.text()));
                }
            };
        }

        @Override
        public ParserRegistry parsers() {
            return PARSERS;
        }

        @Override
        public Limits limits() {
            return limits;
        }

        @Override
        public Set<String> labels() {
            return labels;
        }

        @Override
        public Set<String> nodeTypes() {
            return nodeTypes;
        }

        @Override
        public boolean coordinated() {
            return false;
        }

        @Override
        public boolean isConnected(String node, String terminal) {
            return true;
        }

        @Override
        public boolean isInputConnected(String node, String terminal) {
            return true;
        }

        @Override
        public void useQueue(String queue, Place place) {
            queues.create(queues.definition(queue).orElse(QueueDefinition.named(queue)));
        }

        @Override
        public void declareEndpoint(String endpoint, Place place) {
            // Any name will do.
        }

        @Override
        public void useResource(ResourceKind kind, String name, Place place) {
            // Every resource exists.
        }

        @Override
        public void requireScheme(String endpoint, List<String> schemes, Place place) {
            // Every scheme will do.
        }

        @Override
        public void requireClientAuth(String listener, Place place) {
            // Every listener will do.
        }

        @Override
        public void declareAddress(String address, Set<String> methods, Place place) {
            // Every address is free.
        }

        @Override
        public void useEndpoint(String application, String endpoint, Place place) {
            // Any name will do.
        }

        @Override
        public void declareIdentifier(
                String nodeType, String identifier, String obstacle, Place place) {
            // Any name will do.
        }

        @Override
        public void useIdentifier(String nodeType, String identifier, Place place) {
            // Any name will do.
        }

        @Override
        public Map<String, byte[]> files(Set<String> suffixes) {
            return files;
        }

        @Override
        public Class<?> javaClass(String name, Place place) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException e) {
                problems.error(ErrorCode.UNUSABLE_CLASS, place, "there is no class " + name);
                return null;
            }
        }

        @Override
        public ClassLoader jars(ClassLoader parent) {
            return parent;
        }

        @Override
        public void useDataSource(String name, Place place) {
            // Any name will do.
        }
    }

    /** Properties as given, else by their defaults. */
    static final class Definition implements NodeDefinition {
        private final String name;
        private final Map<String, String> given = new HashMap<>();
        private final Map<String, String> values = new HashMap<>();

        Definition(String name, NodeDescription type, String... properties) {
            this.name = name;
            for (Setting p : type.properties().settings()) {
                values.put(p.name(), p.defaultValue());
            }
            for (int i = 0; i < properties.length; i++) {
                String[] pair = properties[i].split("=", 2);
                given.put(pair[0], pair.length == 2 ? pair[1] : properties[++i]);
            }
            values.putAll(given);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String label() {
            return "flow." + name;
        }

        @Override
        public Place place() {
            return Place.of("flow.flow.yaml");
        }

        @Override
        public boolean isGiven(String property) {
            return given.containsKey(property);
        }

        @Override
        public String text(String property) {
            String value = values.get(property);
            if (value == null) {
                throw new IllegalArgumentException("the type has no property " + property);
            }
            return value;
        }

        @Override
        public List<String> list(String property) {
            // A value that ends with a line end has an item on each line.
            String separator = text(property).endsWith("\n") ? "\n" : ",";
            return text(property).isEmpty() ? List.of() : List.of(text(property).split(separator));
        }

        @Override
        public Place place(String property) {
            return place();
        }
    }
}
