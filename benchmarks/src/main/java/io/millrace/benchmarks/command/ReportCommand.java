package io.millrace.benchmarks.command;

import io.millrace.benchmarks.page.Page;
import io.millrace.benchmarks.report.Report;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code millrace bench report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a page of result files: goals, plots, the published reports' tables with our"
                    + " figures beside theirs, what became of the effects they state, machine and"
                    + " commands.",
            "Writes report.html, which needs no other file, and report.md, without plots. Where two"
                    + " files have the same row, the run that began later counts."
        },
        footer = {
            "",
            "Example:  ./millrace bench report benchmarks/results/*.json --out benchmarks/results"
        })
public final class ReportCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULT",
            description = "Result files of node-costs, jmh and the others.")
    private List<Path> files;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            required = true,
            description = "Where the pages go; made if it is not there.")
    private Path folder;

    public ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Page page = Report.of(files.stream().map(ResultFile::read).toList());
        write("report.html", page.html());
        write("report.md", page.markdown());
        return ExitCode.OK;
    }

    private void write(String name, String text) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(folder);
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, file + " cannot be written: " + e.getMessage());
        }
        console.out().println(file);
    }
}
