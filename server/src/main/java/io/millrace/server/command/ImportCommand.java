package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.Application;
import io.millrace.flows.Extensions;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.definition.Definitions;
import io.millrace.projects.ProjectImport;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.mqsc.MqscImport;
import io.millrace.projects.report.EnvironmentFile;
import io.millrace.projects.report.ImportReport;
import io.millrace.projects.report.ReportHtml;
import io.millrace.projects.report.ReportText;
import io.millrace.projects.write.ApplicationWriter;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The command {@code millrace import}. */
@Command(
        name = "import",
        description = {
            """
            Reports how a project of WebSphere Message Broker, IBM Integration Bus or App Connect \
            Enterprise runs on Millrace, or converts it to an application.\
            """,
            """
            Lists each node and property as same, near or missing, and the names that need values \
            in environment.yaml. Exit code 1 if a node or function is missing or the check finds an \
            error.\
            """,
            """
            Converts DEFINE statements of queues in a file *.mqsc to the key queues of \
            application.yaml or broker.yaml; --output is then a file.\
            """
        },
        footer =
                """

                Examples:  ./millrace import workspace/OrdersApp --report
                           ./millrace import workspace/OrdersApp -o orders
                           ./millrace import queues.mqsc -o queues.yaml\
                """)
public final class ImportCommand extends ConsoleCommand {

    private static final String MQSC = ".mqsc";

    enum Format {
        TEXT,
        JSON,
        HTML
    }

    @Parameters(
            paramLabel = "PROJECT",
            description =
                    """
                    Folder of a project or workspace, or an archive; archive!App is one application of \
                    an archive. Or a file *.mqsc.\
                    """)
    private Path project;

    @Option(names = "--report", description = "Prints the report.")
    private boolean report;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description =
                    """
                    Writes the application as YAML, ESQL and message sets to this folder, which \
                    must be empty or not exist. Of several applications, each has a folder in it.\
                    """)
    private Path output;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or html (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(
            names = "--environment-file",
            paramLabel = "FILE",
            description =
                    """
                    Writes environment.yaml with all names that can need a value to this file, \
                    which must not exist.\
                    """)
    private Path environmentFile;

    @Mixin private SettingOptions settings;

    @Mixin private ExtensionsHome home;

    @Override
    public Integer call() {
        if (project.toString().toLowerCase(Locale.ROOT).endsWith(MQSC)) {
            return queues();
        }
        Extensions extensions = home.extensions();
        if (!Files.exists(Path.of(project.toString().replaceFirst("![^!]*$", "")))) {
            throw Usage.wrong(
                    "PROJECT",
                    "must be a project, a workspace or an archive (found %s, which does not exist)"
                            .formatted(project));
        }
        if (!report && output == null) {
            throw wrongUsage("missing option: --report or --output");
        }
        checkOutput();
        TextFile.checkNew(environmentFile);
        List<Path> applications =
                Application.applications(project, settings.options().with(extensions));
        if (applications.size() > 1 && environmentFile != null) {
            throw Usage.wrong(
                    "--environment-file",
                    "requires one application (found %s)"
                            .formatted(
                                    applications.stream()
                                            .map(Path::toString)
                                            .collect(Collectors.joining(", "))));
        }
        List<ImportReport> results = new ArrayList<>();
        for (Path application : applications) {
            Path folder =
                    output == null || applications.size() == 1
                            ? output
                            : output.resolve(
                                    application.getFileName().toString().replaceFirst(".*!", ""));
            results.add(convert(application, folder, extensions));
        }
        if (report) {
            print(results);
        }
        return results.stream().allMatch(ImportReport::canRun) ? ExitCode.OK : ExitCode.ERRORS;
    }

    /** Rejects a file for the report as the folder of the converted application. */
    private void checkOutput() {
        if (output != null && output.toString().matches("(?i).*\\.(html?|json|txt|ya?ml)")) {
            throw Usage.wrong(
                    "--output",
                    "must be the folder for the converted application; the report is written to"
                            + " standard output (found %s)".formatted(output));
        }
    }

    /**
     * Checks an application, and writes what the options request except the report.
     *
     * @param folder folder of the converted application; null if it is not converted
     */
    private ImportReport convert(Path application, Path folder, Extensions extensions) {
        ProjectImport imported = ProjectImport.read(application);
        checkContent(application, imported);
        List<Problem> problems =
                Application.check(List.of(application), settings.options().with(extensions));
        if (!report) {
            console.problems(problems);
        }
        if (folder != null && !imported.projects().isEmpty()) {
            int files = ApplicationWriter.write(imported.definitions(), folder);
            console.report("written: " + Console.count(files, "file") + " to " + folder);
        }
        if (environmentFile != null) {
            String text = EnvironmentFile.of(imported.findings(), imported.environment());
            TextFile.write(environmentFile, text, console);
        }
        return new ImportReport(
                imported.projects(), imported.definitions().flows(), imported.findings(), problems);
    }

    /** Rejects projects without a flow, program or message set of IBM's brokers. */
    private static void checkContent(Path application, ProjectImport imported) {
        Definitions found = imported.definitions();
        boolean isEmpty =
                found.flows().isEmpty() && found.esql().isEmpty() && found.models().isEmpty();
        boolean isApplication =
                found.flows().isEmpty()
                        && Files.isDirectory(application)
                        && ApplicationFiles.hasFlows(application);
        if (isApplication || !imported.projects().isEmpty() && isEmpty) {
            throw Usage.wrong(
                    "PROJECT",
                    "must contain flows, subflows, ESQL or message sets of IBM's brokers"
                            + " (found none in "
                            + application
                            + "); an application of Millrace needs no import");
        }
    }

    /** Converts the queues in a file of MQSC. */
    private int queues() {
        if (environmentFile != null) {
            throw Usage.wrong("--environment-file", "requires a project (found " + project + ")");
        }
        TextFile.checkNew(output);
        Problems problems = new Problems();
        String yaml =
                MqscImport.convert(
                        new Source(project.toString(), TextFile.read(project)), problems);
        console.problems(problems.all());
        if (!problems.hasErrors() && (!report || output != null)) {
            TextFile.write(output, yaml, console);
        }
        return problems.hasErrors() ? ExitCode.ERRORS : ExitCode.OK;
    }

    private void print(List<ImportReport> results) {
        String text =
                switch (format) {
                    case TEXT ->
                            results.stream().map(ReportText::of).collect(Collectors.joining("\n"));
                    case JSON -> json(results);
                    case HTML -> ReportHtml.of(results);
                };
        console.println(PrintableText.lines(text.stripTrailing()));
    }

    /** Returns the report of one application as an object, those of several as an array. */
    private static String json(List<ImportReport> results) {
        List<Map<String, Object>> all = results.stream().map(ImportCommand::fields).toList();
        return JsonMapper.builder()
                .build()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(all.size() == 1 ? all.getFirst() : all);
    }

    private static Map<String, Object> fields(ImportReport report) {
        List<Map<String, Object>> findings = new ArrayList<>();
        for (Finding finding : report.findings().all()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("level", finding.level().name().toLowerCase(Locale.ROOT));
            row.put("file", finding.place().source().name());
            row.put("line", finding.place().line());
            row.put("column", finding.place().character());
            row.put("flow", finding.flow());
            row.put("node", finding.node());
            row.put("item", finding.item());
            row.put("value", finding.value());
            row.put("text", finding.text());
            findings.add(row);
        }
        Map<String, Object> names = new LinkedHashMap<>();
        report.findings()
                .names()
                .forEach(
                        (kind, uses) -> {
                            Map<String, Object> byName = new LinkedHashMap<>();
                            uses.forEach(
                                    (name, places) ->
                                            byName.put(
                                                    name,
                                                    places.stream()
                                                            .map(Object::toString)
                                                            .toList()));
                            names.put(kind, byName);
                        });
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("canRun", report.canRun());
        all.put("projects", report.projects().stream().map(p -> p.name()).toList());
        all.put("flows", report.flows().stream().map(f -> f.name()).toList());
        all.put("findings", findings);
        all.put(
                "problems",
                report.otherProblems().stream()
                        .map(p -> p.place() + ": " + p.code().id() + " " + p.text())
                        .toList());
        all.put("names", names);
        return all;
    }
}
