package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.EngineTable;
import io.millrace.benchmarks.drive.Scenario;
import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.library.RecordPeer;
import io.millrace.benchmarks.library.TreeMemory;
import io.millrace.benchmarks.report.Report;
import io.millrace.benchmarks.report.RunComparison;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The commands without driving clients, and the commands that process result files. */
@Command
abstract class EngineCommands extends Measuring {

    EngineCommands(Console console) {
        super(console);
    }

    @Command(name = "side-by-side", mixinStandardHelpOptions = true)
    int sideBySide(
            @Mixin Json json,
            @Mixin Turns turns,
            @Mixin Named named,
            @Option(names = "--list") boolean list)
            throws Exception {
        Pattern requested = pattern(named);
        List<Comparison> found =
                Comparison.all().stream().filter(c -> requested.matcher(c.id()).find()).toList();
        if (list) {
            found.forEach(c -> console.out().println(c.id() + " at most " + c.goal()));
            return ExitCode.OK;
        }
        return turns(
                json,
                turns,
                found,
                "no comparison matches '%s'; --list prints all names",
                requested);
    }

    @Command(name = "records", mixinStandardHelpOptions = true)
    int records(@Mixin Json json, @Mixin Turns turns, @Mixin Named named) throws Exception {
        Pattern requested = pattern(named);
        return turns(
                json,
                turns,
                Comparison.records(requested),
                "no reader matches '%s'; readers are %s",
                requested,
                List.of(RecordPeer.values()));
    }

    private int turns(
            Json json, Turns turns, List<Comparison> comparisons, String none, Object... inserts)
            throws Exception {
        if (comparisons.isEmpty()) {
            throw usage(none, inserts);
        }
        Prepared.Clock clock = Prepared.Clock.ELAPSED;
        if (turns.processorTime) {
            clock = Prepared.Clock.PROCESSOR;
            List<String> many =
                    comparisons.stream()
                            .filter(Comparison::manyThreads)
                            .map(Comparison::id)
                            .toList();
            if (!many.isEmpty()) {
                throw usage(
                        """
                        --processor-time must be used with comparisons of one thread (found %s); \
                        select others with PATTERN\
                        """,
                        many);
            }
        }
        SideBySide measurement = new SideBySide(turns.warmUp, turns.rounds, turns.slice, clock);
        return measured(
                json,
                () ->
                        new RunResult.Measured(
                                each(comparisons, measurement::measure), Machine.here(), ""));
    }

    @Command(name = "memory", mixinStandardHelpOptions = true)
    int memory(
            @Mixin Json json,
            @Option(names = "--trees", defaultValue = "20000") int trees,
            @Option(names = "--rounds", defaultValue = "3") int rounds)
            throws Exception {
        return measured(
                json,
                () ->
                        new RunResult.Measured(
                                new TreeMemory(trees, rounds).measure(), Machine.here(), ""));
    }

    @Command(name = "jmh", mixinStandardHelpOptions = true)
    int jmh(
            @Mixin Json json,
            @Mixin Choice choice,
            @Mixin Named named,
            @Option(names = "--list") boolean list,
            @Option(names = "--quick") boolean quick,
            @Option(names = "--forks") Integer forks)
            throws Exception {
        String pattern = named.pattern.isEmpty() ? "benchmarks[.]drive[.]" : named.pattern;
        ChainedOptionsBuilder options = new OptionsBuilder().include(pattern);
        if (list) {
            JmhRun.list(options, console.bytes());
            return ExitCode.OK;
        }
        List<Scenario> known = new ArrayList<>(Scenario.all());
        known.addAll(Scenario.inWords());
        options.param(
                "row",
                works(choice, known, false).stream().map(EngineTable::row).toArray(String[]::new));
        if (forks != null || quick) {
            options.forks(forks == null ? 1 : forks);
        }
        if (quick) {
            options.measurementIterations(3).measurementTime(TimeValue.seconds(1));
        }
        return measured(
                json, () -> new RunResult.Measured(JmhRun.run(options), Machine.here(), "h2"));
    }

    @Command(name = "start", mixinStandardHelpOptions = true)
    int start(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--runs", defaultValue = "9") int runs)
            throws Exception {
        Path launcher = Path.of(System.getProperty("millrace.root", ""), "millrace");
        return measured(
                json,
                () -> {
                    try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
                        List<ResultRow> rows =
                                new Starts(
                                                List.of(launcher.toAbsolutePath().toString()),
                                                scratch.path())
                                        .measure(runs, this::say);
                        return new RunResult.Measured(rows, Machine.here(scratch.path(), ""), "");
                    }
                });
    }

    @Command(name = "state", mixinStandardHelpOptions = true)
    int state(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--records", split = ",", defaultValue = "100000,1000000")
                    List<Integer> records,
            @Option(names = "--rounds", defaultValue = "5") int rounds)
            throws Exception {
        return measured(
                json,
                () -> {
                    try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
                        return new RunResult.Measured(
                                new States(scratch.path(), rounds, this::say).measure(records),
                                Machine.here(scratch.path(), ""),
                                "");
                    }
                });
    }

    @Command(name = "inputs", mixinStandardHelpOptions = true)
    int inputs(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--messages", defaultValue = "50000") int messages,
            @Option(names = "--rounds", defaultValue = "5") int rounds)
            throws Exception {
        return measured(
                json,
                () -> {
                    try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
                        return new RunResult.Measured(
                                new Inputs(scratch.path(), rounds, messages, this::say).measure(),
                                Machine.here(scratch.path(), ""),
                                "");
                    }
                });
    }

    @Command(name = "server", mixinStandardHelpOptions = true)
    int server(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--messages", defaultValue = "20000") int messages,
            @Option(names = "--rounds", defaultValue = "5") int rounds)
            throws Exception {
        Path launcher = Path.of(System.getProperty("millrace.root", ""), "millrace");
        return measured(
                json,
                () -> {
                    try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
                        return new RunResult.Measured(
                                new Servers(
                                                List.of(launcher.toAbsolutePath().toString()),
                                                scratch.path(),
                                                rounds,
                                                messages,
                                                this::say)
                                        .measure(),
                                Machine.here(scratch.path(), ""),
                                "");
                    }
                });
    }

    @Command(name = "report", mixinStandardHelpOptions = true)
    int report(
            @Parameters(arity = "1..*", paramLabel = "RESULT", description = "Result files.")
                    List<Path> files,
            @Option(names = "--out", required = true) Path folder) {
        Report report = Report.of(files.stream().map(ResultFile::read).toList());
        for (String page : List.of("report.html", "goals.md")) {
            Path file = folder.resolve(page);
            ResultFile.write(page.endsWith("html") ? report.html() : report.markdown(), file);
            console.out().println(file);
        }
        return ExitCode.OK;
    }

    @Command(name = "compare", mixinStandardHelpOptions = true)
    int compare(
            @Parameters(paramLabel = "OLD", description = "Result file before the change.")
                    Path old,
            @Parameters(paramLabel = "NEW", description = "Result file after the change.") Path now,
            @Option(names = "--tolerance", defaultValue = "5") double tolerance,
            @Option(names = "--all") boolean all) {
        if (!(tolerance >= 0 && tolerance < 100)) {
            throw usage("--tolerance must be from 0 to less than 100 (found %s)", tolerance);
        }
        RunComparison comparison =
                RunComparison.of(ResultFile.read(old), ResultFile.read(now), tolerance / 100);
        comparison.print(console, all);
        return comparison.count(RunComparison.Verdict.SLOWER) > 0 ? ExitCode.ERRORS : ExitCode.OK;
    }
}
