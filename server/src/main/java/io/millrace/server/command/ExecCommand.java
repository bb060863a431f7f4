package io.millrace.server.command;

import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.observe.PathRecorder.Step;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Extensions;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.test.Capsule;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

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

                Examples:  ./millrace exec samples/orders --message \
                samples/orders/messages/order-01.xml --tree
                           ./millrace exec dead.capsule.yaml --application samples/orders\
                """)
final class ExecCommand extends ConsoleCommand {

    @Parameters(
            paramLabel = "APP|CAPSULE",
            description =
                    """
                    The folder of the application, or a capsule (*.capsule.yaml), whose message is \
                    sent to its flow and input node.\
                    """)
    private Path folder;

    @Option(
            names = "--application",
            paramLabel = "APP",
            description =
                    "With a capsule: the folder of the application (default: the current folder).")
    private Path application;

    @Option(
            names = "--flow",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The flow; can be omitted if the application has only one.")
    private String flowName;

    @Option(
            names = "--message",
            paramLabel = "FILE",
            description =
                    """
                    A file with the body of a message (headers in NAME.headers.yaml in the same \
                    folder), or a folder of such files.\
                    """)
    private List<Path> files = List.of();

    @Option(
            names = "--node",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "The node at which the message enters; can be omitted if the flow has only "
                            + "one input node.")
    private String node;

    @Option(names = "--tree", description = "Prints the message tree at the input of every node.")
    private boolean trees;

    @Option(
            names = "--unmasked",
            description = "Prints the values of sensitive fields in messages and trees.")
    private boolean unmasked;

    @Mixin private SettingOptions settings;

    @Mixin private ExtensionsHome home;

    @Mixin private JsonOption json;

    private final ExecJson results = new ExecJson();

    /** Time after which a running node is reported. */
    private static final Duration LONG_NODE = Duration.ofSeconds(3);

    /** Whether the output of the current message's path has begun. */
    private boolean begun;

    /** Node that the current message entered most recently. */
    private volatile String entered = "";

    /** Assembler of the messages that are printed. */
    private MessageAssembler assembler = MessageFiles.assembler();

    @Override
    public Integer call() {
        Logs.quiet();
        if (MessageFiles.isCapsule(folder)) {
            return repeat(Capsule.read(folder));
        }
        Extensions extensions = home.extensions();
        if (Files.isRegularFile(folder) && !extensions.read(folder)) {
            throw wrongUsage(
                    "APP must be the folder of an application or a file *"
                            + Capsule.SUFFIX
                            + " (found the file "
                            + folder
                            + ")");
        }
        if (files.isEmpty()) {
            throw wrongUsage("missing option: --message");
        }
        if (application != null) {
            throw wrongUsage("--application requires a capsule instead of APP");
        }
        boolean settled = true;
        Application application = Application.load(folder, settings.options().with(extensions));
        console.problems(application.warnings());
        try (Flow flow = Flow.of(application, flowName)) {
            if (node.isEmpty() && flow.inputs().size() > 1) {
                throw Usage.wrong(
                        "--node",
                        "is required, because the flow "
                                + flow.name()
                                + " has several input nodes; it must be one of "
                                + String.join(", ", flow.inputs()));
            }
            flow.checkNode(node);
            for (Path file : files) {
                for (MessageFiles.Sample sample : MessageFiles.read(file)) {
                    Map<String, Object> values = new LinkedHashMap<>();
                    values.put("file", sample.file().toString());
                    printLine(console.bold(PrintableText.line(sample.file().toString())));
                    settled &= isSettled(exec(flow, node, sample.message(), values));
                }
            }
        }
        if (json.isGiven()) {
            results.print(console);
        }
        return settled ? ExitCode.OK : ExitCode.ERRORS;
    }

    /** Sends the message of a capsule through its flow and compares the failures. */
    private int repeat(Capsule capsule) {
        if (!files.isEmpty() || !flowName.isEmpty() || !node.isEmpty()) {
            String option =
                    !files.isEmpty() ? "--message" : flowName.isEmpty() ? "--node" : "--flow";
            throw wrongUsage(option + " cannot be combined with a capsule");
        }
        Application loaded = applicationOf(capsule);
        console.problems(loaded.warnings());
        FailureReport failure = capsule.failure();
        printLine(
                console.bold("failed")
                        + " "
                        + failure.time()
                        + " ("
                        + PrintableText.line(failure.release())
                        + ")");
        if (!loaded.flows().contains(capsule.flow())) {
            throw Usage.wrong(
                    "--application",
                    "must be the application of the flow %s (found %s, which has %s)"
                            .formatted(capsule.flow(), loaded, String.join(", ", loaded.flows())));
        }
        try (Flow flow = Flow.of(loaded, capsule.flow())) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("file", folder.toString());
            values.put("failed", failure.time().toString());
            values.put("expected", Map.of("code", failure.code(), "node", failure.node()));
            FlowResult result = exec(flow, capsule.input(), capsule.message(), values);
            boolean repeated = isRepeated(failure, result);
            String expected = failure.code() + " in " + failure.node();
            printLine(
                    repeated
                            ? console.bold("reproduced") + " " + expected
                            : console.bold("not reproduced") + " (expected " + expected + ")");
            if (json.isGiven()) {
                values.put("reproduced", repeated);
                results.print(console);
            }
            return isSettled(result) ? ExitCode.OK : ExitCode.ERRORS;
        }
    }

    private Application applicationOf(Capsule capsule) {
        ApplicationOptions options = settings.options().with(home.extensions());
        Path current = Path.of("").toAbsolutePath();
        try {
            return Application.load(application == null ? current : application, options);
        } catch (ProblemsException e) {
            if (application != null || isApplication(current)) {
                throw e;
            }
            // The problems would be those of unrelated files in subfolders.
            throw Usage.wrong(
                    "--application",
                    "is required: the current folder is not the application of the flow "
                            + capsule.flow());
        }
    }

    /** Whether a folder directly contains a flow or application settings. */
    private static boolean isApplication(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(
                    f ->
                            ApplicationFiles.isFlow(f)
                                    || f.endsWith("application.yaml") && Files.isRegularFile(f));
        } catch (IOException e) {
            throw FileErrors.unreadable(folder, e);
        }
    }

    /** Whether a node of the same name failed with the same code. */
    private static boolean isRepeated(FailureReport failure, FlowResult result) {
        boolean ofInput = failure.node().equals(failure.input());
        return result.exceptions().stream()
                .filter(e -> e.root().code().id().equals(failure.code()))
                .anyMatch(e -> failure.node().equals(e.node()) || ofInput && e.node() == null);
    }

    private static boolean isSettled(FlowResult result) {
        return result.ended() != Outcome.Result.LOST
                && result.ended() != Outcome.Result.RETURNED
                && result.ended() != Outcome.Result.BACKED_OUT
                && result.ended() != Outcome.Result.ROLLED_BACK;
    }

    /** Prints a line of the text form. */
    private void printLine(String text) {
        if (!json.isGiven()) {
            console.println(text);
        }
    }

    /**
     * Sends a message through a flow and prints the result.
     *
     * @param values description of the message, for JSON
     */
    private FlowResult exec(
            Flow flow, String start, QueueMessage message, Map<String, Object> values) {
        PathRecorder recorder = new PathRecorder(false).listener(this::show);
        begun = false;
        if (!unmasked) {
            assembler = flow.application().assembler();
        }
        FlowResult result = process(flow, start, message, recorder);
        if (json.isGiven()) {
            results.add(values, result, assembler);
        } else {
            print(result);
        }
        return result;
    }

    private void print(FlowResult result) {
        for (FlowResult.Output output : result.outputs()) {
            boolean reply = output.queue().equals(FlowResult.REPLY);
            String where = reply ? "reply" : "on " + PrintableText.line(output.queue());
            console.println(console.bold(where));
            if (output.properties().isEmpty()) {
                console.out().print(MessageText.descriptor(output.descriptor()));
            } else {
                // Such a reply, for example of HTTP, has no MQMD.
                console.println("  " + PrintableText.line(output.properties()));
            }
            // The exceptions below describe the failure.
            QueueMessage sent = new QueueMessage(output.descriptor(), output.bytes());
            console.out().print(MessageText.content(sent, assembler));
        }
        if (!result.missingReply().isEmpty()) {
            console.println(console.bold("no reply") + ": " + result.missingReply());
        } else if (result.outputs().isEmpty()) {
            console.println("no output");
        }
        for (MillraceException e : result.exceptions()) {
            console.println(console.red("exception"));
            cause(e, "  ");
            console.println("  who can act: " + e.root().code().actor());
        }
        boolean settled = isSettled(result);
        String word = result.ended().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        console.println(console.bold("ended") + " " + (settled ? word : console.red(word)));
    }

    /** Processes a message. Reports a node that runs for a long time. */
    private FlowResult process(
            Flow flow, String start, QueueMessage message, PathRecorder recorder) {
        try (LongWork _ = LongWork.begin(LONG_NODE, this::reportLongNode)) {
            return flow.process(start, message, recorder);
        }
    }

    private void reportLongNode() {
        console.report(
                "the message has not ended after "
                        + LONG_NODE.toSeconds()
                        + " seconds; it is in the node "
                        + entered
                        + ". Ctrl-C ends the command; esqlMillis below limits in"
                        + " application.yaml limits the time of ESQL");
    }

    private void cause(Throwable thrown, String indent) {
        String last = "";
        int repeated = 0;
        for (Throwable t = thrown; t instanceof MillraceException e; t = t.getCause()) {
            String line = e.code().id() + " " + entry(e);
            repeated = line.equals(last) ? repeated + 1 : 0;
            boolean isRepeatedNext =
                    t.getCause() instanceof MillraceException next
                            && line.equals(next.code().id() + " " + entry(next));
            if (repeated == 0) {
                console.println(indent + line);
            } else if (!isRepeatedNext) {
                console.println(indent + "  (" + repeated + " more entries like this one)");
            }
            last = line;
            if (e.getSuppressed().length > 0) {
                cause(e.getCause(), indent + "  ");
                for (Throwable other : e.getSuppressed()) {
                    cause(other, indent + "  ");
                }
                return;
            }
        }
    }

    /**
     * Returns the text of an exception without repeated information: a position that the text
     * already contains, and the text of the cause, which is the next entry.
     */
    private static String entry(MillraceException e) {
        String text = e.getMessage();
        if (e.getCause() instanceof MillraceException cause) {
            String repeated = ": " + cause.getMessage();
            text =
                    text.endsWith(repeated)
                            ? text.substring(0, text.length() - repeated.length())
                            : text;
        }
        boolean located = e.place() == null || text.contains(e.place().source().name());
        return located ? text : PrintableText.line(e.place() + ": ") + text;
    }

    private void show(Step step, MessageAssembly live) {
        entered = step.node();
        boolean hasTrees = trees && step.kind() == PathRecorder.Kind.ENTERED && live != null;
        if (json.isGiven()) {
            results.step(step);
            if (hasTrees) {
                results.trees(live, assembler.parsers().sensitiveFields());
            }
            return;
        }
        if (!begun) {
            begun = true;
            console.println(console.bold("path"));
        }
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
        if (hasTrees) {
            tree(live.root());
            if (live.localEnvironment().firstChild() != null) {
                tree(live.localEnvironment());
            }
        }
    }

    private void tree(Element root) {
        SensitiveFields sensitive = assembler.parsers().sensitiveFields();
        try {
            console.println(TreePrinter.of(root, sensitive).indent(5).stripTrailing());
        } catch (MillraceException damaged) {
            console.println(
                    "     (the tree cannot be parsed: "
                            + new SensitiveValues(sensitive).mask(damaged).getMessage()
                            + ")");
        }
    }
}
