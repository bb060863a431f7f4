package io.millrace.server.command;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.observe.PathRecorder.Step;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.server.console.Logs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The command {@code millrace exec}. */
@Command(
        name = "exec",
        description = {
            "Sends messages through a flow in memory, without a broker.",
            """
            Prints the path and the output of each message. Exit code 1 if a message was lost or \
            backed out.\
            """
        },
        footer =
                """

                Example:  ./millrace exec samples/orders --message \
                samples/orders/messages/order-01.xml --tree\
                """)
public final class ExecCommand extends ConsoleCommand {

    @Parameters(paramLabel = "APP", description = "The folder of the application.")
    private Path folder;

    @Option(
            names = "--flow",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The flow; can be omitted if the application has only one.")
    private String flowName;

    @Option(
            names = "--message",
            required = true,
            paramLabel = "FILE",
            description =
                    """
                    A file with the body of a message (headers in NAME.headers.yaml in the same \
                    folder), or a folder of such files.\
                    """)
    private List<Path> files;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "The node to begin at; can be omitted if the flow has only one input node.")
    private String node;

    @Option(names = "--tree", description = "Prints the message tree at the input of every node.")
    private boolean trees;

    @Mixin private ParameterEnvironment environment;

    @Override
    public Integer call() {
        Logs.quiet();
        boolean settled = true;
        Application application = Application.load(folder, environment.name);
        console.problems(application.warnings());
        try (Flow flow = Flow.of(application, flowName)) {
            for (Path file : files) {
                for (MessageFiles.Sample sample : MessageFiles.named(file)) {
                    console.println(console.bold(PrintableText.line(sample.file().toString())));
                    settled &= exec(flow, sample.message());
                }
            }
        }
        return settled ? ExitCode.OK : ExitCode.ERRORS;
    }

    /** Returns the fields of the headers and the body; all bytes if a header is damaged. */
    private static String content(FlowResult.Output output) {
        try {
            String headers = MessageText.headers(output.root(MessageTemplate.domain("BLOB")));
            String text = output.text();
            boolean printable = MessageText.isPrintable(text) && text.indexOf('\uFFFD') < 0;
            return headers
                    + (printable ? PrintableText.lines(text) : MessageText.body(output.body()))
                    + "\n";
        } catch (MillraceException damaged) {
            return MessageText.body(output.bytes()) + "\n";
        }
    }

    private boolean exec(Flow flow, QueueMessage message) {
        PathRecorder recorder = new PathRecorder(false).listener(this::show);
        console.println(console.bold("path"));
        FlowResult result = flow.process(node, message, recorder);
        for (FlowResult.Output output : result.outputs()) {
            console.println(console.bold("on " + PrintableText.line(output.queue())));
            console.out().print(MessageText.descriptor(output.descriptor()));
            console.out().print(content(output));
        }
        if (result.outputs().isEmpty()) {
            console.println("no output");
        }
        for (MillraceException e : result.exceptions()) {
            console.println(console.red("exception"));
            cause(e, "  ");
            console.println("  who can act: " + e.root().code().actor());
        }
        boolean settled =
                result.ended() != Outcome.Result.LOST
                        && result.ended() != Outcome.Result.BACKED_OUT
                        && result.ended() != Outcome.Result.ROLLED_BACK;
        String word = result.ended().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        console.println(console.bold("ended") + " " + (settled ? word : console.red(word)));
        return settled;
    }

    private void cause(Throwable thrown, String indent) {
        for (Throwable t = thrown; t instanceof MillraceException e; t = t.getCause()) {
            String place = e.place() == null ? "" : PrintableText.line(e.place() + ": ");
            console.println(indent + e.code().id() + " " + place + e.getMessage());
            if (e.getSuppressed().length > 0) {
                cause(e.getCause(), indent + "  ");
                for (Throwable other : e.getSuppressed()) {
                    cause(other, indent + "  ");
                }
                return;
            }
        }
    }

    private void show(Step step, MessageAssembly live) {
        String at = step.terminal().isEmpty() ? step.node() : step.node() + "." + step.terminal();
        String text = step.text().isEmpty() ? "" : ": " + PrintableText.line(step.text());
        switch (step.kind()) {
            case BEGAN -> console.println("  " + step.node());
            case ENTERED -> console.println("  -> " + step.node());
            case PROPAGATED -> console.println(console.dim("     " + at + " out" + text));
            case FAILED -> console.println(console.red("     " + at + " failed" + text));
            case NOTE -> console.println(console.dim("     " + PrintableText.entry(step.text())));
            case COMMITTED -> console.println(console.green("  committed"));
            case ROLLED_BACK -> console.println(console.red("  rolled back" + text));
        }
        if (trees && step.kind() == PathRecorder.Kind.ENTERED && live != null) {
            tree(live.root());
            if (live.localEnvironment().firstChild() != null) {
                tree(live.localEnvironment());
            }
        }
    }

    private void tree(Element root) {
        try {
            console.println(TreePrinter.of(root).indent(5).stripTrailing());
        } catch (MillraceException damaged) {
            console.println("     (the tree cannot be parsed: " + damaged.getMessage() + ")");
        }
    }
}
