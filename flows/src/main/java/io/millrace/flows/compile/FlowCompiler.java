package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.message.Limits;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.resource.ResourceKind;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.check.CheckedNode;
import io.millrace.flows.definition.ValuePosition;
import io.millrace.flows.library.Library;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A compiler of the nodes of one flow. It is also the context in which the node types compile. */
final class FlowCompiler implements DeployContext {

    private static final String OUT = "out";

    /** Kinds of resources by the kind of the property that names them. */
    private static final Map<SettingKind, ResourceKind> RESOURCES =
            Map.of(
                    SettingKind.ENDPOINT, ResourceKind.ENDPOINT,
                    SettingKind.CREDENTIALS, ResourceKind.CREDENTIALS,
                    SettingKind.CERTIFICATES, ResourceKind.CERTIFICATES,
                    SettingKind.LISTENER, ResourceKind.LISTENER);

    private final CheckedFlow flow;
    private final Map<String, EsqlProgram> programs = new HashMap<>();
    private final ParserRegistry parsers;
    private final Limits limits;
    private final ApplicationFiles files;
    private final ContentFiles contents;
    private final NodeNames queues;
    private final NodeNames dataSources;
    private final NodeNames joined;
    private final EndpointNames endpoints;
    private final ResourceNames resources;
    private final NodeIdentifiers identifiers;
    private final Problems problems;
    private final Set<Output> connected = new HashSet<>();
    private Problems nodeProblems = new Problems();
    private EsqlProgram esql;

    /** Whether the work of the current node is outside the unit of work. */
    private boolean outsideUnit;

    private record Output(String node, String terminal) {}

    /**
     * @param contents files of the application that its nodes use
     * @param queues receiver of the queues that the flow uses
     * @param dataSources receiver of the data sources that the flow uses
     * @param joined receiver of the data sources that the flow uses in its units of work
     */
    FlowCompiler(
            CheckedFlow flow,
            EsqlProgram esql,
            Externals externals,
            ParserRegistry parsers,
            Limits limits,
            ApplicationFiles files,
            ContentFiles contents,
            NodeNames queues,
            NodeNames dataSources,
            NodeNames joined,
            EndpointNames endpoints,
            ResourceNames resources,
            NodeIdentifiers identifiers,
            Problems problems) {
        this.flow = flow;
        this.esql = esql.forFlow(flow.name());
        Map<Map<String, String>, EsqlProgram> byValues = new HashMap<>();
        byValues.put(Map.of(), this.esql);
        for (String instance : flow.externals().keySet()) {
            Map<String, String> values = externals.texts(esql, flow, instance);
            programs.put(instance, byValues.computeIfAbsent(values, this.esql::withExternals));
        }
        this.parsers = parsers;
        this.limits = limits;
        this.files = files;
        this.contents = contents;
        this.queues = queues;
        this.dataSources = dataSources;
        this.joined = joined;
        this.endpoints = endpoints;
        this.resources = resources;
        this.identifiers = identifiers;
        this.problems = problems;
        for (CheckedFlow.Wire wire : flow.wires()) {
            connected.add(new Output(flow.nodes().get(wire.from()).name(), wire.output()));
        }
    }

    /**
     * Returns the plan of the flow. If a node cannot be compiled, reports problems and returns
     * null.
     */
    FlowPlan compile(String application) {
        List<NodePlan> plans = new ArrayList<>();
        boolean all = true;
        for (CheckedNode node : flow.nodes()) {
            outsideUnit = node.text("transaction").equals("commit");
            names(node);
            nodeProblems = new Problems();
            esql = programs.get(node.instance());
            NodePlan plan = compile(node);
            nodeProblems.all().forEach(p -> problems.add(inDocument(node, inFile(node, p))));
            all &= plan != null;
            unconnected(node);
            if (all) {
                plans.add(plan);
            }
        }
        return all ? new FlowPlan(application, flow, plans) : null;
    }

    /** Compiles a node. Reports a failure of the code of an extension, and returns null. */
    private NodePlan compile(CheckedNode node) {
        try {
            return node.type().compile(node, this);
        } catch (RuntimeException | LinkageError e) {
            MillraceException failure = MillraceException.from(e);
            if (failure.code() != ErrorCode.EXTENSION_FAILED) {
                throw e;
            }
            nodeProblems.error(failure.code(), node.place(), failure.getMessage());
            return null;
        }
    }

    /** Warns about an input node whose terminal out is not connected. */
    private void unconnected(CheckedNode node) {
        boolean hasOut =
                node.type().description().outputs().stream().anyMatch(t -> t.name().equals(OUT));
        if (node.type().description().input() && hasOut && !isConnected(node.name(), OUT)) {
            problems.warning(
                    ErrorCode.UNCONNECTED_TERMINAL,
                    node.place(),
                    "the terminal out of the input node "
                            + node.name()
                            + " is not connected: its messages are discarded",
                    "connect " + node.name() + "." + OUT);
        }
    }

    /**
     * Registers the queues, data sources and resources in properties, even if the node type also
     * registers them.
     */
    private void names(CheckedNode node) {
        for (Setting property : node.type().description().properties().settings()) {
            String name = node.text(property.name());
            if (!name.isEmpty() && property.kind() == SettingKind.QUEUE) {
                useQueue(name, node.place(property.name()));
            } else if (!name.isEmpty() && property.kind() == SettingKind.DATA_SOURCE) {
                useDataSource(name, node.place(property.name()));
            } else if (!name.isEmpty() && RESOURCES.containsKey(property.kind())) {
                useResource(RESOURCES.get(property.kind()), name, node.place(property.name()));
            }
        }
    }

    /**
     * Maps a problem in the ESQL of a property, which is compiled as a separate source, to its
     * position in the flow's file. The position is mapped only if the property contains the ESQL
     * once and unchanged.
     */
    private static Problem inFile(CheckedNode node, Problem problem) {
        Place inner = problem.place();
        if (inner.line() != 1 || inner.column() < 1) {
            return problem;
        }
        for (Setting property : node.type().description().properties().settings()) {
            String text = node.text(property.name());
            Place outer = node.place(property.name());
            String part = inner.source().text();
            int at = part.isEmpty() ? -1 : text.indexOf(part);
            if (node.isGiven(property.name())
                    && at >= 0
                    && text.indexOf(part, at + 1) < 0
                    && !inner.source().equals(outer.source())) {
                Place place =
                        ValuePosition.of(outer, text, at + inner.column() - 1, inner.length());
                return new Problem(
                        problem.code(), problem.severity(), place, problem.text(), problem.hint());
            }
        }
        return problem;
    }

    /** Maps a problem in a document that a property names to its position in the document. */
    private Problem inDocument(CheckedNode node, Problem problem) {
        for (Setting property : node.type().description().properties().settings()) {
            String name = node.text(property.name());
            int suffix = name.lastIndexOf('.');
            if (suffix > 0
                    && problem.text().startsWith(name + ": ")
                    && problem.place().equals(node.place(property.name()))) {
                byte[] content = contents.named(Set.of(name.substring(suffix))).get(name);
                return content == null
                        ? problem
                        : DocumentPlace.of(
                                problem,
                                name,
                                new Source(
                                        files.folder().resolve(name).toString(),
                                        new String(content, StandardCharsets.UTF_8)));
            }
        }
        return problem;
    }

    @Override
    public Problems problems() {
        return nodeProblems;
    }

    @Override
    public EsqlProgram esql() {
        return esql;
    }

    @Override
    public ParserRegistry parsers() {
        return parsers;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public Set<String> labels() {
        return flow.labels();
    }

    @Override
    public Set<String> nodeTypes() {
        return flow.nodes().stream()
                .map(n -> n.type().description().type())
                .collect(Collectors.toSet());
    }

    @Override
    public Map<String, Set<String>> environmentFields() {
        Map<String, Set<String>> fields = new HashMap<>();
        for (NodeType type : files.registries().nodes().types()) {
            type.description()
                    .environment()
                    .forEach(
                            (folder, names) ->
                                    fields.computeIfAbsent(folder, f -> new TreeSet<>())
                                            .addAll(names));
        }
        return fields;
    }

    @Override
    public List<MessageTemplate> received(String node) {
        return ReceivedMessages.of(flow, node);
    }

    @Override
    public boolean coordinated() {
        return flow.options().coordinated();
    }

    @Override
    public boolean isConnected(String node, String terminal) {
        return connected.contains(new Output(node, terminal));
    }

    @Override
    public boolean isInputConnected(String node, String terminal) {
        return flow.wires().stream()
                .anyMatch(
                        w ->
                                w.input().equals(terminal)
                                        && flow.nodes().get(w.to()).name().equals(node));
    }

    @Override
    public void useQueue(String queue, Place place) {
        queues.add(queue, place);
    }

    @Override
    public void declareEndpoint(String endpoint, Place place) {
        endpoints.declare(endpoint, place);
    }

    @Override
    public void declareAddress(String address, Set<String> methods, Place place) {
        resources.declareAddress(address, methods, place);
    }

    @Override
    public void useResource(ResourceKind kind, String name, Place place) {
        resources.use(kind, name, place);
    }

    @Override
    public void requireScheme(String endpoint, List<String> schemes, Place place) {
        resources.requireScheme(endpoint, schemes, place);
    }

    @Override
    public void requireClientAuth(String listener, Place place) {
        resources.requireClientAuth(listener, place);
    }

    @Override
    public void useEndpoint(String application, String endpoint, Place place) {
        endpoints.use(application, endpoint, place);
    }

    @Override
    public void declareIdentifier(
            String nodeType, String identifier, String obstacle, Place place) {
        identifiers.declare(nodeType, identifier, obstacle, place);
    }

    @Override
    public void useIdentifier(String nodeType, String identifier, Place place) {
        identifiers.use(nodeType, identifier, place);
    }

    @Override
    public Map<String, byte[]> files(Set<String> suffixes) {
        return contents.named(suffixes);
    }

    @Override
    public Class<?> javaClass(String name, Place place) {
        try {
            for (Library library : files.registries().libraries().reversed()) {
                if (library.names().contains(name)) {
                    return library.find(name);
                }
            }
            return files.methods().find(name);
        } catch (ClassNotFoundException e) {
            nodeProblems.error(
                    ErrorCode.UNUSABLE_CLASS,
                    place,
                    "the class " + name + " does not exist in " + files.methods().place(),
                    Problems.didYouMean(
                            name, files.methods().names(), "copy its jar to the folder lib"));
        } catch (LinkageError e) {
            nodeProblems.error(
                    ErrorCode.UNUSABLE_CLASS,
                    place,
                    "the class " + name + " cannot be loaded: " + e,
                    "compile it for this Java, and copy the jars that it needs to lib");
        }
        return null;
    }

    @Override
    public ClassLoader jars(ClassLoader parent) {
        ClassLoader loader = parent;
        for (Library library : files.registries().libraries()) {
            loader = library.after(loader);
        }
        return loader;
    }

    @Override
    public void useDataSource(String name, Place place) {
        dataSources.add(name, place);
        if (!outsideUnit) {
            joined.add(name, place);
        }
    }
}
