package io.millrace.benchmarks.command;

import io.millrace.benchmarks.jmh.JmhRun;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.benchmarks.tables.Rows;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code millrace bench jmh}. */
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the JMH benchmarks whose names match PATTERN. Without a pattern, the tables of"
                + " the WMQI report: roundTrip over the embedded store with 15 clients, engineAlone"
                + " in one thread with queues in memory. That takes hours; with --quick about 90"
                + " minutes.",
            "Each benchmark defines its forks and iterations; options change them. The warm-up"
                    + " takes at least ten seconds, which flows need to reach their final speed."
        },
        footer = {
            "",
            "Examples:  ./millrace bench jmh --list",
            "           ./millrace bench jmh engineAlone --scenario 7.2 --size 4096 --quick",
            "           ./millrace bench jmh NodeBenchmark --param flow=nodes-1,nodes-101"
        })
public final class JmhCommand extends MeasuringCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            defaultValue = "benchmarks[.]tables[.]",
            description = "Regular expression found in names of benchmarks.")
    private String pattern;

    @Mixin private Choice choice;

    @Option(names = "--list", description = "Prints the names, and measures nothing.")
    private boolean list;

    @Option(names = "--quick", description = "One fork and three measured iterations of a second.")
    private boolean quick;

    @Option(names = "--forks", paramLabel = "N", description = "Virtual machines, one by one.")
    private Integer forks;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "Seconds of warm-up in each fork.")
    private Integer warmUp;

    @Option(names = "--iterations", paramLabel = "N", description = "Measured iterations.")
    private Integer iterations;

    @Option(names = "--millis", paramLabel = "N", description = "Length of a measured iteration.")
    private Integer millis;

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUES",
            description = "Values of a parameter, separated by commas, instead of all.")
    private Map<String, String> parameters = Map.of();

    public JmhCommand(Console console) {
        super(console);
    }

    @Override
    RunResult.Measured measure() {
        JmhRun run =
                new JmhRun(
                        pattern,
                        or(forks, 1),
                        warmUp,
                        or(iterations, 3),
                        or(millis, 1_000),
                        parameters,
                        choice.works(this, known(), false).stream().map(Rows::row).toList());
        if (list) {
            run.names().forEach(console.out()::println);
            return null;
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Machine machine = Machine.here(temporary, "");
        return new RunResult.Measured(run.rows(System.err), machine, "h2");
    }

    private static List<Scenario> known() {
        return Stream.concat(Scenarios.all().stream(), Scenarios.inWords().stream()).toList();
    }

    private Integer or(Integer given, int ofQuick) {
        return given != null || !quick ? given : Integer.valueOf(ofQuick);
    }
}
