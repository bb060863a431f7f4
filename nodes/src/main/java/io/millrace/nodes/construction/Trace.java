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
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.Consumer;

/** A node that writes the message trees at a point of the flow (WMQI: "Trace node"). */
public final class Trace extends DescribedNode {

    // This is not an EventLog, which writes one line: sink() escapes entries of several lines.
    private static final Logger USER_TRACE = LoggerFactory.getLogger("io.millrace.usertrace");
    private static final Logger LOCAL_ERROR = LoggerFactory.getLogger("io.millrace.messages");

    public Trace() {
        super(
                """
                Trace, Construction, immediate
                Writes text from a pattern. In the pattern, ${expression} is replaced by the
                value of an ESQL expression; a folder is printed as a tree. Values of sensitive
                fields are masked. Control characters
                are escaped, except line ends and tabs. In a log, lines after the first are
                indented. A rollback of the message does not remove the text.

                in: Input message.
                out out: The message, unchanged.
                destination [none|userTrace|file|localError = userTrace]: Destination of the
                  text: `none`; `userTrace`, the logger io.millrace.usertrace at level INFO, which
                  `run` prints if MILLRACE_OPTS contains -Dmillrace.log=INFO; `file`, a file;
                  `localError`, the log.
                filePath [TEXT, with destination file]: File to which each text is appended as separate lines in UTF-8.
                  It is created if it does not exist. A relative path is relative to the working
                  directory.
                pattern [ESQL_PATTERN]: Text with ${ESQL expression} for values. Expressions can
                  use the trees Root, Body, Properties, LocalEnvironment, Environment and
                  ExceptionList.
                messageNumber [INTEGER = 3051, with destination localError]: Number at the beginning
                  of the log line.
                """);
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
                                    + " writes to a file and therefore requires the property "
                                    + "filePath");
            return null;
        }
        EsqlModule pattern =
                context.esql().pattern(EsqlProperties.source(node, "pattern"), context.problems());
        if (pattern == null) {
            return null;
        }
        Consumer<String> sink = sink(node, destination);
        NodePlan plan =
                c ->
                        new Tracer(
                                c,
                                EsqlCall.Surroundings.plain(c, "TraceNode"),
                                pattern,
                                sink,
                                c.terminal("out"));
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

    private record Tracer(
            NodeContext context,
            EsqlCall.Surroundings surroundings,
            EsqlModule pattern,
            Consumer<String> sink,
            Terminal out)
            implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            EsqlCall call = new EsqlCall(surroundings, message);
            Value text = call.run(pattern);
            String written =
                    text == null
                            ? ""
                            : PrintableText.lines(call.sensitiveValues().mask(text.text()));
            context.note(written);
            sink.accept(written);
            out.propagate(message);
        }
    }
}
