package io.millrace.server.command;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
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
import java.util.concurrent.Callable;

/** {@code millrace check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Checks applications, flows and ESQL files without running them.",
            "Reports all problems: file, line, column, what was found, what was expected. Exit code"
                    + " 1 if there is an error."
        },
        footer = {"", "Example:  ./millrace check samples/orders"})
public final class CheckCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "Folders of applications, or single files: *.flow.yaml, *.subflow.yaml, *.esql,"
                            + " broker.yaml.")
    private List<Path> paths;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The environment whose parameters in application.yaml are used.")
    private String environment;

    enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: ${DEFAULT-VALUE}).")
    private Format format;

    public CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Problem> problems = new ArrayList<>();
        for (Path path : paths) {
            problems.addAll(Application.check(path, environment));
        }
        boolean errors = problems.stream().anyMatch(p -> p.severity() == Severity.ERROR);
        if (format == Format.JSON) {
            console.out().println(json(problems));
        } else {
            console.problems(problems);
            if (problems.isEmpty()) {
                long folders = paths.stream().filter(Files::isDirectory).count();
                String what =
                        folders == paths.size()
                                ? Console.count(folders, "application")
                                : Console.count(paths.size(), "path");
                console.err().println(console.green("no problems") + " in " + what);
            }
        }
        return errors ? ExitCode.ERRORS : ExitCode.OK;
    }

    private static String json(List<Problem> problems) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Problem p : problems) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("file", p.place().source().name());
            row.put("line", p.place().line());
            row.put("column", p.place().column());
            row.put("length", p.place().length());
            row.put("severity", p.severity().name().toLowerCase(Locale.ROOT));
            row.put("code", p.code().id());
            row.put("text", p.text());
            row.put("hint", p.hint());
            row.put("actor", p.code().actor().toString());
            rows.add(row);
        }
        return JsonMapper.builder()
                .build()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(rows);
    }
}
