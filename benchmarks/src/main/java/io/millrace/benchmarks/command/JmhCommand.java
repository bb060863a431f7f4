package io.millrace.benchmarks.command;

import io.millrace.benchmarks.jmh.JmhRun;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code millrace bench jmh}. */
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description = {
            "Runs JMH's benchmarks whose names have PATTERN in them. Without a pattern, the tables"
                + " of the WMQI report: roundTrip over the embedded store with 15 clients,"
                + " engineAlone in one thread with queues in memory. That takes hours; --quick some"
                + " forty minutes.",
            "Progress is on the error stream. Each benchmark has forks and iterations of its own,"
                    + " which the options change."
        },
        footer = {
            "",
            "Examples:  ./millrace bench jmh --list",
            "           ./millrace bench jmh Table74Filter --json filter.json",
            "           ./millrace bench jmh 'Table.*engineAlone' --quick --param message=4096"
        })
public final class JmhCommand implements Callable<Integer> {

    private static final double MICROS = 1e6;

    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            defaultValue = "benchmarks[.]tables[.]",
            description = "A regular expression, looked for in the names.")
    private String pattern;

    @Option(names = "--list", description = "Lists the names and ends.")
    private boolean list;

    @Option(
            names = "--quick",
            description = "One fork, two iterations to warm up and three that count, of a second.")
    private boolean quick;

    @Option(names = "--forks", paramLabel = "N", description = "Virtual machines, one by one.")
    private Integer forks;

    @Option(names = "--warm-ups", paramLabel = "N", description = "Iterations to warm up.")
    private Integer warmUps;

    @Option(names = "--iterations", paramLabel = "N", description = "Iterations that count.")
    private Integer iterations;

    @Option(names = "--millis", paramLabel = "N", description = "How long an iteration is.")
    private Integer millis;

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUES",
            description = "Values of a parameter, with commas between them, instead of all.")
    private Map<String, String> parameters = Map.of();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes a result file.")
    private Path json;

    public JmhCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        JmhRun run =
                new JmhRun(
                        pattern,
                        or(forks, 1),
                        or(warmUps, 2),
                        or(iterations, 3),
                        or(millis, 1_000),
                        parameters);
        if (list) {
            run.names().forEach(console.out()::println);
            return ExitCode.OK;
        }
        Instant started = Instant.now();
        Machine machine = Machine.here(Path.of(System.getProperty("java.io.tmpdir")), "");
        List<ResultRow> rows = run.rows(System.err);
        if (json != null) {
            double seconds = Duration.between(started, Instant.now()).toMillis() / 1e3;
            ResultFile.write(
                    new RunResult(
                            "jmh",
                            Typed.behind(spec),
                            started,
                            seconds,
                            Software.here(),
                            machine,
                            rows),
                    json);
        }
        print(rows);
        return ExitCode.OK;
    }

    private Integer or(Integer given, int ofQuick) {
        return given != null || !quick ? given : Integer.valueOf(ofQuick);
    }

    private void print(List<ResultRow> rows) {
        Table table =
                new Table("what", "who", "bytes", "persistent", "a second", "us each", "allocated");
        for (ResultRow row : rows) {
            double rate = row.rate().perSecond();
            table.row(
                    row.work().scenarioId(),
                    row.who(),
                    row.work().sizeBytes() == 0 ? "-" : row.work().sizeBytes(),
                    row.work().persistent() ? "yes" : "no",
                    figure(rate),
                    figure(MICROS / rate),
                    row.cost() == null ? "-" : figure(row.cost().allocatedBytesPerMessage()));
        }
        table.print(console);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.3f", value);
    }
}
