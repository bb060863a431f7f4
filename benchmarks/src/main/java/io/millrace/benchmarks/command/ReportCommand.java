package io.millrace.benchmarks.command;

import io.millrace.benchmarks.report.Report;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code millrace bench report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a page of result files: goals, claims of IBM's reports, a table for each run,"
                    + " and charts.",
            "report.html needs no other file and no network; goals.md is the table of goals."
        },
        footer = {
            "",
            "Example:  ./millrace bench report benchmarks/results/*.json --out benchmarks/target"
        })
public final class ReportCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULT",
            description = "Result files of any commands.")
    private List<Path> files;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            required = true,
            description = "Folder of the page; created if it does not exist.")
    private Path folder;

    public ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Report report = Report.of(files.stream().map(ResultFile::read).toList());
        write("report.html", report.html());
        write("goals.md", report.markdown());
        return ExitCode.OK;
    }

    private void write(String name, String text) {
        Path file = folder.resolve(name);
        ResultFile.write(text, file);
        console.out().println(file);
    }
}
