package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.observe.Release;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Extensions;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.compare.Comparison;
import io.millrace.flows.compare.ComparisonHtml;
import io.millrace.flows.compare.ComparisonOptions;
import io.millrace.flows.compare.ComparisonText;
import io.millrace.flows.compare.Difference;
import io.millrace.flows.compare.FieldPattern;
import io.millrace.flows.compare.MessageComparison;
import io.millrace.flows.compare.OutputComparison;
import io.millrace.flows.compare.RecordedVersion;
import io.millrace.flows.compare.RunVersion;
import io.millrace.flows.compare.Version;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command {@code millrace compare}. */
@Command(
        name = "compare",
        description = {
            """
            Processes the same messages with two versions of an application in memory, and compares \
            the outputs field by field. A version is an application, a project, an archive, or a \
            folder of recorded outputs.\
            """,
            """
            Exit code 1 if the results differ. Flows run as with exec: nodes connect to databases, \
            servers and files.\
            """
        },
        footer =
                """

                Examples:  ./millrace compare workspace/OrdersApp orders --messages \
                orders/messages
                           ./millrace compare recorded orders --messages orders/messages \
                --format html -o page.html\
                """)
final class CompareCommand extends ConsoleCommand {

    enum Format {
        TEXT,
        JSON,
        HTML
    }

    @Parameters(
            index = "0",
            paramLabel = "OLD",
            description =
                    """
                    The old version. Recorded outputs of the message NAME.xml are files \
                    NAME/QUEUE/*, for example written by get QUEUE --to NAME/QUEUE.\
                    """)
    private Path older;

    @Parameters(index = "1", paramLabel = "NEW", description = "The new version.")
    private Path newer;

    @Option(
            names = "--messages",
            paramLabel = "DIR",
            required = true,
            description =
                    """
                    A folder of messages (headers in NAME.headers.yaml), or a single file. If the \
                    application has several flows: a folder with a folder for each flow.\
                    """)
    private Path messages;

    @Option(
            names = "--flow",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The flow; can be omitted if the application has only one.")
    private String flow;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "The node to begin at; can be omitted if the flow has only one input node.")
    private String node;

    @Option(
            names = "--ignore",
            paramLabel = "PATH",
            description =
                    """
                    A field that is not compared, with its fields, for example XMLNSC.order.time. \
                    An asterisk is any name, two asterisks are any number of names: **.timestamp. \
                    Can be specified several times.\
                    """)
    private List<String> ignored = List.of();

    /** Values of --ignore that begin with an unknown folder. */
    private final Set<String> unknownFolders = new HashSet<>();

    @Option(
            names = "--all-fields",
            description =
                    """
                    Also compares the fields of the MQMD and MQDLH that are set at each put, for \
                    example MsgId and PutTime.\
                    """)
    private boolean allFields;

    @Option(
            names = "--body",
            paramLabel = "QUEUE=DOMAIN[:SET:TYPE:FORMAT]",
            description =
                    """
                    The domain, message set, message type and format of the messages on a queue. \
                    Without it, XML and JSON are recognized; other bodies are compared as lines of \
                    text or as bytes. Can be specified several times.\
                    """)
    private List<String> bodies = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or html (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin private JsonOption json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Writes the comparison to this file, which must not exist.")
    private Path output;

    @Mixin private SettingOptions settings;

    @Mixin private ExtensionsHome home;

    @Override
    public Integer call() {
        Logs.quiet();
        Format form = json.form("--format", format, isGiven("--format"), Format.JSON);
        TextFile.checkNew(output);
        ComparisonOptions options = comparisonOptions();
        Comparison comparison;
        try (Version old = version("OLD", older);
                Version current = version("NEW", newer)) {
            comparison = Comparison.of(old, current, messages, options);
        }
        reportUnmatched(comparison);
        String text =
                switch (form) {
                    case TEXT -> PrintableText.lines(ComparisonText.of(comparison));
                    case JSON -> JsonOption.text(values(comparison)) + "\n";
                    case HTML ->
                            ComparisonHtml.of(
                                    comparison, Release.current().toString(), Instant.now());
                };
        TextFile.write(output, text, console);
        return comparison.isSame() ? ExitCode.OK : ExitCode.ERRORS;
    }

    /** Reports the patterns of a user that match no difference if there are differences. */
    private void reportUnmatched(Comparison comparison) {
        for (String path : ignored) {
            if (!comparison.isSame()
                    && comparison.unmatched().contains(FieldPattern.of(path))
                    && !unknownFolders.contains(path)) {
                console.report(
                        "--ignore %s: no difference between the messages has this path; correct it or remove it"
                                .formatted(path));
            }
        }
    }

    private static Map<String, Object> values(Comparison comparison) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("old", comparison.older());
        values.put("new", comparison.newer());
        values.put("same", comparison.messages().size() - comparison.different());
        values.put("different", comparison.different());
        values.put("messages", comparison.messages().stream().map(m -> values(m)).toList());
        return values;
    }

    private static Map<String, Object> values(MessageComparison message) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("message", message.name());
        values.put("flow", message.flow());
        values.put("same", message.isSame());
        values.put("endings", differences(message.endings()));
        List<Map<String, Object>> outputs = new ArrayList<>();
        for (OutputComparison output : message.outputs()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("output", output.name());
            row.put("same", output.isSame());
            row.put("count", output.count());
            row.put("differences", differences(output.differences()));
            row.put("notes", output.notes());
            outputs.add(row);
        }
        values.put("outputs", outputs);
        return values;
    }

    private static List<Map<String, Object>> differences(List<Difference> differences) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Difference difference : differences) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("path", difference.path());
            row.put("old", difference.older());
            row.put("new", difference.newer());
            rows.add(row);
        }
        return rows;
    }

    private Version version(String parameter, Path path) {
        Extensions extensions = home.extensions();
        if (Files.isDirectory(path) && !extensions.read(path) && !ApplicationFiles.hasFlows(path)) {
            return new RecordedVersion(path);
        }
        if (!Files.exists(path) && !extensions.read(path)) {
            throw Usage.wrong(
                    parameter,
                    "must be an application, a project, an archive or a folder of recorded outputs"
                            + " (found "
                            + path
                            + ", which does not exist)");
        }
        ApplicationOptions options = settings.options().with(extensions);
        Application application = Application.load(path, options);
        console.problems(application.warnings());
        return new RunVersion(application, path + " (" + application + ")");
    }

    private ComparisonOptions comparisonOptions() {
        List<FieldPattern> patterns =
                new ArrayList<>(allFields ? List.of() : ComparisonOptions.SET_AT_PUT);
        Collection<String> folders =
                ParserRegistry.load(CompareCommand.class.getClassLoader()).folders();
        for (String path : ignored) {
            if (!FieldPattern.isValid(path)) {
                throw Usage.wrong(
                        "--ignore",
                        "must be names of fields with dots between them (found " + path + ")");
            }
            FieldPattern pattern = FieldPattern.of(path);
            String first = pattern.names().getFirst();
            if (first.contains("/")) {
                throw Usage.wrong(
                        "--ignore",
                        "must be names of fields with dots between them, such as %s (found %s)"
                                .formatted(
                                        path.replaceAll("^/+|/+$", "").replaceAll("/+", "."),
                                        path));
            }
            if (!first.contains("*") && !folders.contains(first)) {
                unknownFolders.add(path);
                console.report(
                        "--ignore %s: a path begins with the folder of a message, such as MQMD or a domain; **.%s is the field in any folder"
                                .formatted(path, path));
            }
            patterns.add(pattern);
        }
        Map<String, MessageTemplate> templates = new LinkedHashMap<>();
        for (String body : bodies) {
            int equals = body.indexOf('=');
            String[] parts = body.substring(equals + 1).split(":", -1);
            if (equals < 1 || parts.length > 4 || parts[0].isBlank()) {
                throw Usage.wrong(
                        "--body",
                        "must be QUEUE=DOMAIN or QUEUE=DOMAIN:SET:TYPE:FORMAT (found "
                                + body
                                + ")");
            }
            templates.put(
                    body.substring(0, equals),
                    new MessageTemplate(parts[0], part(parts, 1), part(parts, 2), part(parts, 3)));
        }
        return new ComparisonOptions(flow, node, patterns, templates);
    }

    private static String part(String[] parts, int index) {
        return index < parts.length ? parts[index] : "";
    }
}
