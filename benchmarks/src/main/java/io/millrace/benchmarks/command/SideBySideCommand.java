package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.sidebyside.Comparison;
import io.millrace.benchmarks.sidebyside.Comparisons;
import io.millrace.benchmarks.sidebyside.Contender;
import io.millrace.benchmarks.sidebyside.SideBySide;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code millrace bench side-by-side}. */
@Command(
        name = "side-by-side",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the engine alone, without queues, beside others who do the same work: in"
                    + " turns, in one virtual machine, after a warm-up that both share.",
            "The ratio is Millrace's time divided by the other's: the median of the rounds, and"
                    + " their quartiles. A goal is the ratio that is not to be exceeded.",
            "Bytes are what the measuring thread allocates for each."
        },
        footer = {
            "",
            "Examples:  ./millrace bench side-by-side complex-compute",
            "           ./millrace bench side-by-side 'read-.*' --rounds 40 --json read.json"
        })
public final class SideBySideCommand implements Callable<Integer> {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PATTERN",
            defaultValue = "",
            description =
                    "A regular expression that is to be found in a comparison's name (default:"
                            + " all).")
    private String pattern;

    @Option(
            names = "--list",
            description = "Names the comparisons, with their goals, and measures nothing.")
    private boolean list;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Rounds of each comparison (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--slice",
            paramLabel = "MS",
            defaultValue = "50",
            description = "Milliseconds of each contender in a round (default: ${DEFAULT-VALUE}).")
    private int slice;

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            defaultValue = "3000",
            description = "Milliseconds before the first round (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Writes the result there too, for bench report and bench compare.")
    private Path json;

    public SideBySideCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (rounds < 1 || slice < 1 || warmUp < 0) {
            throw new ParameterException(
                    spec.commandLine(), "rounds and slices are at least 1, the warm-up 0");
        }
        List<Comparison> chosen = chosen();
        Table table =
                list
                        ? new Table("comparison", "who", "beside", "goal")
                        : new Table(
                                "comparison",
                                "who",
                                "us",
                                "bytes",
                                "beside",
                                "us",
                                "bytes",
                                "ratio",
                                "quartiles",
                                "goal",
                                "");
        Instant started = Instant.now();
        List<ResultRow> rows = new ArrayList<>();
        SideBySide measurement = new SideBySide(warmUp, rounds, slice);
        for (Comparison c : chosen) {
            if (list) {
                table.row(c.id(), c.subject().who(), c.standard().who(), digits(c.goal()));
                continue;
            }
            console.err().println("measuring " + c.id() + " ...");
            console.err().flush();
            SideBySide.Outcome outcome = measurement.measure(c);
            table.row(
                    c.id(),
                    c.subject().who(),
                    micros(outcome.subject()),
                    digits(outcome.subjectBytes()),
                    c.standard().who(),
                    micros(outcome.standard()),
                    digits(outcome.standardBytes()),
                    digits(outcome.ratio()),
                    digits(outcome.low()) + " to " + digits(outcome.high()),
                    digits(c.goal()),
                    outcome.ratio() <= c.goal() ? "met" : "missed");
            Work work = new Work(c.id(), "", "", false, 0);
            rows.add(
                    row(
                            work,
                            c.subject(),
                            outcome.subject(),
                            outcome.subjectBytes(),
                            Map.of("ratio", outcome.ratio(), "goal", c.goal())));
            rows.add(
                    row(work, c.standard(), outcome.standard(), outcome.standardBytes(), Map.of()));
        }
        table.print(console);
        if (json != null && !list) {
            double seconds = Duration.between(started, Instant.now()).toMillis() / 1e3;
            ResultFile.write(
                    new RunResult(
                            "side-by-side",
                            Typed.behind(spec),
                            started,
                            seconds,
                            Software.here(),
                            Machine.here(Path.of(System.getProperty("java.io.tmpdir")), ""),
                            rows),
                    json);
        }
        return ExitCode.OK;
    }

    private List<Comparison> chosen() {
        Pattern wanted;
        try {
            wanted = Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    pattern + " is no regular expression: " + e.getDescription());
        }
        List<Comparison> found =
                Comparisons.all().stream().filter(c -> wanted.matcher(c.id()).find()).toList();
        if (found.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "no comparison's name has '" + pattern + "' in it; --list names all");
        }
        return found;
    }

    private static ResultRow row(
            Work work,
            Contender contender,
            List<Double> nanos,
            double bytes,
            Map<String, Double> extra) {
        List<Double> rates = nanos.stream().map(n -> NANOS_PER_SECOND / n).toList();
        Cost cost = new Cost(null, null, bytes);
        return new ResultRow(work, contender.who(), 1, Rate.of(rates), cost, null, null, extra);
    }

    private static String micros(List<Double> nanos) {
        double[] sorted = nanos.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return digits(sorted[sorted.length / 2] / NANOS_PER_MICRO);
    }

    /** Three digits. */
    static String digits(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
