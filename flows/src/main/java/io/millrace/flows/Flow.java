package io.millrace.flows;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.OpenDataSources;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.ApplicationSettings;
import io.millrace.flows.check.CheckedNode;
import io.millrace.flows.compile.FlowPlan;
import io.millrace.flows.library.Registries;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A flow that processes single messages on the caller's thread, with in-memory queues. It needs no
 * broker and creates no threads.
 *
 * <pre>{@code
 * try (Flow orders = Flow.load(Path.of("samples/orders"), "orders")) {
 *     FlowResult result = orders.process("<order>...</order>");
 *     for (FlowResult.Output output : result.outputs()) {
 *         System.out.println(output.queue() + ": " + output.text());
 *     }
 * }
 * }</pre>
 *
 * <p>The error rules are the same as in a broker. A message that fails is rolled back and retried
 * until its backout threshold. It then takes the failure path or is moved to the backout queue.
 * {@code process} returns when the message has ended.
 *
 * <p>Safe for use by several threads. The flow is compiled once. Each concurrent call of {@code
 * process} has its own nodes and queues, which are kept for further calls. All calls share the
 * SHARED variables of ESQL.
 */
public final class Flow implements AutoCloseable {

    private final Application application;
    private final String name;
    private final Map<String, String> inputs;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final OpenDataSources dataSources;
    private final ConcurrentLinkedDeque<FlowSession> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * An entry point of the flow.
     *
     * @param flow flow compiled for this entry point
     * @param input input node whose queue receives the message
     * @param queue queue of the input node; empty if the node does not read a queue
     * @param node node at which the message enters: the input node, or a node to which the input
     *     node passes messages
     */
    record Entry(CompiledFlow flow, String input, String queue, String node) {}

    private Flow(Application application, String name) {
        this.application = application;
        this.name = name;
        this.inputs = application.inputs(name);
        this.dataSources =
                OpenDataSources.open(
                        settings().dataSources(),
                        DataSources.NONE,
                        Registries.loader(),
                        application.compiled().registries().drivers());
    }

    /**
     * Creates a flow from an application's folder.
     *
     * @param name name of the flow; empty for the only flow of the application
     * @throws ProblemsException with all errors in the application's files
     * @throws MillraceException with UNKNOWN_FLOW
     */
    public static Flow load(Path application, String name) {
        Objects.requireNonNull(application, "application must not be null");
        Objects.requireNonNull(name, "name must not be null");
        return of(Application.load(application), name);
    }

    /**
     * Creates a flow from an application.
     *
     * @param name name of the flow, as for {@link #load}
     */
    public static Flow of(Application application, String name) {
        Objects.requireNonNull(application, "application must not be null");
        Objects.requireNonNull(name, "name must not be null");
        if (name.isEmpty() && application.flows().size() > 1) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_FLOW,
                    "the application "
                            + application.name()
                            + " has several flows: specify one of "
                            + String.join(", ", application.flows()));
        }
        return new Flow(application, name.isEmpty() ? application.flows().getFirst() : name);
    }

    /**
     * Creates a flow from strings.
     *
     * @param flowYaml content of a {@code *.flow.yaml} file
     * @param esql contents of {@code *.esql} files
     * @throws ProblemsException with all errors in these files
     */
    public static Flow parse(String flowYaml, String... esql) {
        Objects.requireNonNull(flowYaml, "flowYaml must not be null");
        Map<String, String> files = new LinkedHashMap<>();
        files.put("text" + ApplicationFiles.FLOW_SUFFIX, flowYaml);
        for (int i = 0; i < esql.length; i++) {
            files.put("text" + (i == 0 ? "" : i + 1) + ApplicationFiles.ESQL_SUFFIX, esql[i]);
        }
        return of(Application.of("text", files), "");
    }

    public String name() {
        return name;
    }

    public Application application() {
        return application;
    }

    /** Returns the names of the input nodes, in the order of the file. */
    public List<String> inputs() {
        return List.copyOf(inputs.keySet());
    }

    /**
     * Sends a string in UTF-8, with the Format MQSTR, through the flow, like {@link
     * #process(QueueMessage)}.
     */
    public FlowResult process(String text) {
        Objects.requireNonNull(text, "text must not be null");
        Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(Mqmd.CCSID_UTF8);
        return process(new QueueMessage(descriptor, Bytes.utf8(text)));
    }

    /**
     * Sends bytes without headers through the flow, like {@link #process(QueueMessage)}. The array
     * must not be changed after the call.
     */
    public FlowResult process(byte[] body) {
        Objects.requireNonNull(body, "body must not be null");
        return process(new QueueMessage(new Mqmd(), Bytes.of(body)));
    }

    /**
     * Sends a tree through the flow. The tree is serialized, and the flow's input node parses the
     * result.
     *
     * @param root Root with Properties, headers and body
     */
    public FlowResult process(Element root) {
        Objects.requireNonNull(root, "root must not be null");
        MessageAssembler.Written written = application.assembler().write(root);
        return process(new QueueMessage(written.descriptor(), written.body()));
    }

    /**
     * Sends a message through the flow, through its only input node.
     *
     * @return result; errors that the flow did not catch are included as exceptions and are not
     *     thrown
     * @throws MillraceException with UNKNOWN_NODE if the flow has several input nodes; with
     *     FLOW_STOPPED after close
     */
    public FlowResult process(QueueMessage message) {
        return process("", message);
    }

    /**
     * Sends a message through the flow.
     *
     * @param node node at which the message enters: an input node, or another node with an input
     *     terminal; empty for the only input node. A node that is not an input node receives the
     *     message that the first input node would pass to its {@code out} terminal.
     * @throws MillraceException with UNKNOWN_NODE if the node does not exist
     */
    public FlowResult process(String node, QueueMessage message) {
        return process(node, message, new PathRecorder(false));
    }

    /**
     * Sends a message through the flow and records its path.
     *
     * @param recorder receiver of the steps of the path; each message requires a new recorder
     */
    public FlowResult process(String node, QueueMessage message, PathRecorder recorder) {
        Objects.requireNonNull(node, "node must not be null");
        Objects.requireNonNull(message, "message must not be null");
        Objects.requireNonNull(recorder, "recorder must not be null");
        Entry entry = entry(node);
        if (closed) {
            throw new MillraceException(ErrorCode.FLOW_STOPPED, "the flow " + name + " was closed");
        }
        FlowSession free = idle.poll();
        FlowSession contender =
                free == null ? new FlowSession(application.compiled(), dataSources) : free;
        boolean done = false;
        try {
            FlowResult result = contender.process(entry, message, recorder);
            done = true;
            return result;
        } finally {
            if (done && !closed) {
                idle.push(contender);
            } else {
                contender.close();
            }
        }
    }

    /**
     * Checks that a message can enter the flow at a node, as for {@link #process(String,
     * QueueMessage)}.
     *
     * @throws MillraceException with UNKNOWN_NODE
     */
    public void checkNode(String node) {
        entry(node);
    }

    private Entry entry(String given) {
        String node =
                given.isEmpty() && inputs.size() == 1 ? inputs.keySet().iterator().next() : given;
        Entry known = entries.get(node);
        return known != null ? known : entries.computeIfAbsent(node, this::open);
    }

    private Entry open(String node) {
        FlowPlan plan = application.plan(name);
        if (inputs.containsKey(node)) {
            return new Entry(plan.compiled(), node, inputs.get(node), node);
        }
        CheckedNode start = plan.node(node);
        if (start != null && !start.type().description().inputs().isEmpty()) {
            Map.Entry<String, String> first = inputs.entrySet().iterator().next();
            return new Entry(plan.compiledFrom(node), first.getKey(), first.getValue(), node);
        }
        String all = String.join(", ", inputs.keySet());
        String found;
        if (node.isEmpty()) {
            found =
                    "the flow "
                            + name
                            + " has several input nodes; specify the node, one of "
                            + all;
        } else if (start != null) {
            found = "the node " + node + " of the flow " + name + " has no input terminal";
        } else {
            List<String> names = plan.checked().nodes().stream().map(CheckedNode::name).toList();
            found =
                    "the flow "
                            + name
                            + " has no node "
                            + node
                            + "; "
                            + (Problems.didYouMean(node, names, "its input nodes are " + all));
        }
        throw new MillraceException(ErrorCode.UNKNOWN_NODE, found);
    }

    private ApplicationSettings settings() {
        return application.compiled().settings();
    }

    /** Releases the resources of the flow. Calls in progress in other threads end normally. */
    @Override
    public void close() {
        closed = true;
        for (FlowSession contender = idle.poll(); contender != null; contender = idle.poll()) {
            contender.close();
        }
        dataSources.close();
    }
}
