package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.Application;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.definition.Definitions;
import io.millrace.projects.ProjectImport;
import io.millrace.projects.convert.Environment;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Findings;
import io.millrace.projects.mqsc.MqscImport;
import io.millrace.projects.report.EnvironmentFile;
import io.millrace.projects.report.ImportReport;
import io.millrace.projects.report.ReportHtml;
import io.millrace.projects.report.ReportText;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.write.ApplicationWriter;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

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
final class ImportCommand extends ConsoleCommand {

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
                    Folder of a project or workspace, or an archive; or a file *.mqsc.\
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
                    must be empty or not exist. Several applications are written to folders with \
                    their names below it.\
                    """)
    private Path output;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or html (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin private JsonOption json;

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
        format = json.form("--format", format, isGiven("--format"), Format.JSON);
        report |= json.isGiven();
        if (project.toString().toLowerCase(Locale.ROOT).endsWith(MQSC)) {
            return queues();
        }
        if (!ProjectImport.exists(project)) {
            throw Usage.wrong(
                    "PROJECT",
                    "must be a project, a workspace or an archive (found %s, which does not exist)"
                            .formatted(project));
        }
        if (Files.isRegularFile(project)
                && project.toString().matches("(?i).*\\.(msgflow|subflow|esql|mset|mxsd)")) {
            throw Usage.wrong(
                    "PROJECT",
                    "must be the folder of a project or workspace, or an archive (found the file %s)"
                            .formatted(project));
        }
        if (!report && output == null) {
            throw wrongUsage("missing option: --report or --output");
        }
        checkOutput();
        TextFile.checkNew(environmentFile);
        List<Path> found = ProjectImport.applications(project);
        List<Path> paths = found.size() > 1 ? found : List.of(project);
        List<ProjectImport> imports = paths.stream().map(ProjectImport::read).toList();
        imports.forEach(this::checkContent);
        List<Path> folders = output == null ? List.of() : folders(paths, imports);
        List<ImportReport> reports = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            ProjectImport imported = imports.get(i);
            reports.add(
                    new ImportReport(
                            imported.projects(),
                            imported.definitions().flows(),
                            imported.findings(),
                            Application.check(
                                    List.of(paths.get(i)),
                                    settings.options().with(home.extensions()))));
        }
        if (report) {
            print(reports);
        } else {
            console.problems(reports.stream().flatMap(r -> r.problems().stream()).toList());
        }
        for (int i = 0; i < folders.size(); i++) {
            if (!imports.get(i).projects().isEmpty()) {
                int files =
                        ApplicationWriter.write(
                                imports.get(i).definitions(),
                                imports.get(i).findings().comments(),
                                folders.get(i));
                console.report(
                        "written: " + Console.count(files, "file") + " to " + folders.get(i));
            }
        }
        if (environmentFile != null) {
            TextFile.write(environmentFile, environment(imports), console);
        }
        return reports.stream().allMatch(ImportReport::canRun) ? ExitCode.OK : ExitCode.ERRORS;
    }

    /** Rejects an output path that looks like a file for the report. */
    private void checkOutput() {
        if (output != null && output.toString().matches("(?i).*\\.(html?|json|txt|ya?ml)")) {
            throw Usage.wrong(
                    "--output",
                    "must be the folder for the converted application; the report is written to"
                            + " standard output (found %s)".formatted(output));
        }
    }

    /**
     * Returns the folders of the converted applications. Several applications are written to
     * subfolders of the output folder.
     */
    private List<Path> folders(List<Path> paths, List<ProjectImport> imports) {
        if (paths.size() == 1) {
            return List.of(output);
        }
        Map<String, Path> named = new LinkedHashMap<>();
        for (int i = 0; i < paths.size(); i++) {
            Path same = named.putIfAbsent(imports.get(i).name(), paths.get(i));
            if (same != null) {
                throw Usage.wrong(
                        "PROJECT",
                        "found two applications named %s (in %s and %s); specify one of them"
                                .formatted(imports.get(i).name(), same, paths.get(i)));
            }
        }
        return named.keySet().stream().map(output::resolve).toList();
    }

    private static String environment(List<ProjectImport> imports) {
        Findings names = new Findings(new Problems());
        imports.forEach(i -> names.addNames(i.findings()));
        return EnvironmentFile.of(
                names,
                imports.stream()
                        .map(ProjectImport::environment)
                        .filter(e -> !e.values().isEmpty())
                        .findFirst()
                        .orElse(Environment.NONE));
    }

    /**
     * Rejects projects without a flow, program or message set of an IBM broker, unless the report
     * contains the reason.
     */
    private void checkContent(ProjectImport imported) {
        Definitions found = imported.definitions();
        // A file that cannot be read is a problem of the report.
        boolean isEmpty =
                imported.projects().stream().noneMatch(ImportCommand::hasFlowFiles)
                        && found.flows().isEmpty()
                        && found.esql().isEmpty()
                        && found.models().isEmpty();
        boolean isApplication =
                found.flows().isEmpty()
                        && Files.isDirectory(project)
                        && ApplicationFiles.hasFlows(project);
        boolean isReported = imported.findings().hasErrors();
        if (isApplication || !imported.projects().isEmpty() && isEmpty && !isReported) {
            throw wrongUsage(
                    "PROJECT must contain flows, subflows, ESQL or message sets of IBM's brokers"
                            + " (found none in "
                            + project
                            + "); an application of Millrace needs no import");
        }
    }

    private static boolean hasFlowFiles(Project project) {
        return Stream.of(".msgflow", ".subflow", ".esql")
                .anyMatch(suffix -> !project.withSuffix(suffix).isEmpty());
    }

    /** Converts the queue definitions in an MQSC file. */
    private int queues() {
        if (environmentFile != null) {
            throw Usage.wrong("--environment-file", "requires a project (found " + project + ")");
        }
        TextFile.checkNew(output);
        Problems problems = new Problems();
        String yaml =
                MqscImport.convert(
                        new Source(project.toString(), TextFile.read(project)), problems);
        boolean isWritten = output != null && !problems.hasErrors();
        if (!json.isGiven()) {
            console.problems(problems.all());
        }
        if (isWritten || !report && !problems.hasErrors()) {
            TextFile.write(output, yaml, console);
        }
        if (json.isGiven()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("problems", ProblemLists.rows(problems.all()));
            values.put(
                    isWritten ? "written" : "yaml",
                    isWritten ? output.toString() : problems.hasErrors() ? "" : yaml);
            JsonOption.print(values, console);
        }
        return problems.hasErrors() ? ExitCode.ERRORS : ExitCode.OK;
    }

    private void print(List<ImportReport> reports) {
        String text =
                switch (format) {
                    case TEXT -> ReportText.of(reports);
                    case JSON -> JsonOption.text(values(reports));
                    case HTML -> ReportHtml.of(reports);
                };
        console.println(PrintableText.lines(text.stripTrailing()));
    }

    private static Map<String, Object> values(List<ImportReport> reports) {
        if (reports.size() == 1) {
            return values(reports.getFirst());
        }
        Map<String, Object> several = new LinkedHashMap<>();
        several.put("canRun", reports.stream().allMatch(ImportReport::canRun));
        several.put("applications", reports.stream().map(r -> values(r)).toList());
        return several;
    }

    private static Map<String, Object> values(ImportReport report) {
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
