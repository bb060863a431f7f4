package io.millrace.nodes.construction;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.function.Consumer;

/** Writes the message trees at a point of the flow (WMQI: "Trace node"). */
public final class Trace implements NodeType {

    // Not an EventLog, which writes one line: entries of several lines are escaped in sink().
    private static final Logger USER_TRACE = LoggerFactory.getLogger("io.millrace.usertrace");
    private static final Logger LOCAL_ERROR = LoggerFactory.getLogger("io.millrace.messages");

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Trace",
                            "Construction",
                            Promise.IMMEDIATE,
                            """
                            Writes text from a pattern. In the pattern, ${expression} is replaced \
                            by the value of an ESQL expression; a folder is printed as a tree. \
                            Control characters are escaped, except line ends and tabs. In a log, \
                            lines after the first are indented. The text remains if the message is rolled back.\
                            """)
                    .in("in", "Input message.")
                    .out("out", "The message, unchanged.")
                    .property(
                            PropertyDescription.choice(
                                    "destination",
                                    "userTrace",
                                    List.of("none", "userTrace", "file", "localError"),
                                    """
                                    Destination of the text: `none`; `userTrace`, the logger \
                                    io.millrace.usertrace; `file`, a file; `localError`, the log.\
                                    """),
                            PropertyDescription.optional(
                                    "filePath",
                                    PropertyKind.TEXT,
                                    "",
                                    """
                                    File to which each text is appended as separate lines in \
                                    UTF-8. It is created if it does not exist. A relative path is \
                                    relative to the working directory.\
                                    """),
                            PropertyDescription.optional(
                                    "pattern",
                                    PropertyKind.ESQL_PATTERN,
                                    "",
                                    """
                                    Text with ${ESQL expression} for values. Expressions can use \
                                    the trees Root, Body, Properties, LocalEnvironment, \
                                    Environment and ExceptionList.\
                                    """),
                            PropertyDescription.optional(
                                    "messageNumber",
                                    PropertyKind.INTEGER,
                                    "3051",
                                    """
                                    Number at the beginning of the log line, for the destination \
                                    localError.\
                                    """))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String destination = node.text("destination");
        if (destination.equals("none")) {
            return NodePlan.inUnit(
                    c -> {
                        Terminal out = c.terminal("out");
                        return (terminal, message) -> out.propagate(message);
                    });
        }
        if (destination.equals("file") && node.text("filePath").isBlank()) {
            context.problems()
                    .error(
                            ErrorCode.MISSING_KEY,
                            node.place(),
                            "Trace node "
                                    + node.name()
                                    + " writes to a file and so needs the property filePath");
            return null;
        }
        EsqlModule pattern =
                context.esql().pattern(EsqlProperties.source(node, "pattern"), context.problems());
        if (pattern == null) {
            return null;
        }
        Consumer<String> sink = sink(node, destination);
        NodePlan plan = c -> new Tracer(c, pattern, sink);
        OutsideUnit file = new OutsideUnit("writes to a file", node.place("destination"));
        return NodePlan.of(plan, destination.equals("file") ? file : pattern.outsideUnit());
    }

    private static Consumer<String> sink(NodeDefinition node, String destination) {
        String label = node.label();
        int number = node.integer("messageNumber");
        return switch (destination) {
            case "file" -> new TraceFile(node.text("filePath"))::append;
            case "localError" ->
                    text -> LOCAL_ERROR.info("{} {}: {}", number, label, PrintableText.entry(text));
            default -> text -> USER_TRACE.info("{}: {}", label, PrintableText.entry(text));
        };
    }

    private static final class Tracer implements Node {
        private final NodeContext context;
        private final EsqlCall.Surroundings surroundings;
        private final EsqlModule pattern;
        private final Consumer<String> sink;
        private final Terminal out;

        Tracer(NodeContext context, EsqlModule pattern, Consumer<String> sink) {
            this.context = context;
            this.pattern = pattern;
            this.sink = sink;
            surroundings = EsqlCall.Surroundings.plain(context, "TraceNode");
            out = context.terminal("out");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Value text = new EsqlCall(surroundings, message).run(pattern);
            String written = text == null ? "" : PrintableText.lines(text.text());
            context.note(written);
            sink.accept(written);
            out.propagate(message);
        }
    }
}
