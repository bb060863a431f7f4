package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;
import io.millrace.flows.CheckReport;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The command {@code millrace check}. */
@Command(
        name = "check",
        description = {
            "Checks applications, flows and ESQL files without running them.",
            """
            Reports all problems: file, line, column, what was found, what was expected. \
            Exit code 1 if there is an error, 0 if there are only warnings.
            Shows for each flow without errors whether messages share units of work and, if not, \
            the reason.\
            """
        },
        footer =
                """

                Examples:  ./millrace check samples/orders
                           ./millrace check src/esql --format sarif > millrace.sarif\
                """)
final class CheckCommand extends ConsoleCommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    """
                    Folders of applications or of ESQL, or single files: *.flow.yaml, \
                    *.subflow.yaml, *.esql, *.model.yaml, application.yaml, broker.yaml (of any \
                    name).\
                    """)
    private List<Path> paths;

    @Mixin private SettingOptions settings;

    @Mixin private ExtensionsHome home;

    enum Format {
        TEXT,
        JSON,
        SARIF
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or sarif (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin private JsonOption json;

    @Option(
            names = "--max",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    """
                    Maximum number of problems to show, errors before warnings (default: \
                    ${DEFAULT-VALUE}); 0 for all.\
                    """)
    private int max;

    @Override
    public Integer call() {
        if (max < 0) {
            throw wrongUsage("--max must be 0 or more (found " + max + ")");
        }
        Format form = json.form("--format", format, isGiven("--format"), Format.JSON);
        CheckReport report = Application.report(paths, settings.options().with(home.extensions()));
        List<Problem> problems = report.problems();
        List<Problem> shown = shown(problems);
        switch (form) {
            case JSON -> print(ProblemLists.json(shown, report.units()));
            case SARIF -> print(ProblemLists.sarif(shown, version(), Path.of("")));
            case TEXT -> {
                console.problems(shown);
                report.units().forEach(u -> print(u.text()));
            }
        }
        if (shown.size() < problems.size()) {
            console.report(
                    "these are "
                            + shown.size()
                            + " of "
                            + Console.count(problems.size(), "problem")
                            + "; --max 0 shows all");
        }
        if (problems.isEmpty() && form == Format.TEXT) {
            console.report(console.green("no problems") + " in " + checked());
        }
        return exitCode(problems);
    }

    /** Prints text with control characters escaped. The escapes have the same meaning in JSON. */
    private void print(String text) {
        console.println(PrintableText.lines(text));
    }

    /**
     * Returns at most the requested number of problems. If there are more, errors take precedence
     * over warnings.
     */
    private List<Problem> shown(List<Problem> problems) {
        if (max == 0 || problems.size() <= max) {
            return problems;
        }
        Set<Problem> kept = new HashSet<>();
        Stream.of(Severity.ERROR, Severity.WARNING)
                .flatMap(s -> problems.stream().filter(p -> p.severity() == s))
                .limit(max)
                .forEach(kept::add);
        return problems.stream().filter(kept::contains).toList();
    }

    private String checked() {
        boolean folders = paths.stream().allMatch(Files::isDirectory);
        return Console.count(paths.size(), folders ? "folder" : "path");
    }

    private static int exitCode(List<Problem> problems) {
        List<Problem> errors =
                problems.stream().filter(p -> p.severity() == Severity.ERROR).toList();
        if (errors.isEmpty()) {
            return ExitCode.OK;
        }
        if (ExitCode.areOfOptions(errors)) {
            return ExitCode.USAGE;
        }
        boolean files = errors.stream().allMatch(p -> p.code() == ErrorCode.FILE_UNREADABLE);
        return files ? ExitCode.ENVIRONMENT : ExitCode.ERRORS;
    }

    /** Returns the version in the manifest of the jar; empty if the manifest has no version. */
    private static String version() {
        return Objects.requireNonNullElse(
                CheckCommand.class.getPackage().getImplementationVersion(), "");
    }
}
