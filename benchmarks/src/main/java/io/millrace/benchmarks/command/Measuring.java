package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Scenario;
import io.millrace.benchmarks.report.ResultTable;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.server.command.ExitCode;
import io.millrace.server.command.VersionCommand;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Options and steps that all benchmark commands share. */
@Command(
        name = "millrace bench",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        resourceBundle = "io.millrace.benchmarks.command.help")
abstract class Measuring {

    private static final Pattern UNQUOTED = Pattern.compile("[\\w./,:=+-]+");

    /** The option of all benchmark commands that write results. */
    static final class Json {
        @Option(names = "--json")
        Path file;
    }

    /** The option of commands with stores. */
    static final class StoreFolder {
        @Option(names = "--folder")
        Path path = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");
    }

    /** The options of commands that measure contenders in turns in this virtual machine. */
    static final class Turns {
        @Option(names = "--rounds", defaultValue = "20")
        int rounds;

        @Option(names = "--slice", defaultValue = "50")
        int slice;

        @Option(names = "--warm-up", defaultValue = "1500")
        int warmUp;

        @Option(names = "--processor-time")
        boolean processorTime;
    }

    /** The option that selects measurements by name. */
    static final class Named {
        @Parameters(
                arity = "0..1",
                paramLabel = "PATTERN",
                defaultValue = "",
                description = "Regular expression that must be found in the name.")
        String pattern;
    }

    /** The options that select scenarios and messages. */
    static final class Choice {
        @Option(names = "--scenario")
        List<String> scenarios = List.of();

        @Option(names = "--size")
        List<Integer> sizes = List.of();

        @Option(names = "--persistent")
        String persistent = "";

        /** Whether a scenario is selected. A complete id selects only that scenario. */
        boolean matches(Scenario scenario, List<Scenario> known) {
            return scenarios.isEmpty()
                    || scenarios.stream()
                            .anyMatch(
                                    text ->
                                            (known.stream().anyMatch(s -> s.id().equals(text))
                                                            ? scenario.id().equals(text)
                                                            : scenario.id().contains(text))
                                                    || (scenario.section() + ".")
                                                            .startsWith(text + "."));
        }
    }

    final Console console;
    @Spec CommandSpec spec;

    Measuring(Console console) {
        this.console = console;
    }

    /**
     * Selects the work of scenarios. If no size is specified and {@code smallest} is set, only the
     * smallest size is selected.
     */
    List<Work> works(Choice choice, List<Scenario> known, boolean smallest) {
        String persistent = choice.persistent;
        if (!persistent.isEmpty()) {
            requireKnown("--persistent", List.of("yes", "no"), List.of(persistent));
        }
        List<Work> works = new ArrayList<>();
        for (Scenario scenario : known) {
            if (choice.matches(scenario, known)) {
                List<Integer> sizes =
                        smallest && choice.sizes.isEmpty()
                                ? List.of(scenario.works().getFirst().sizeBytes())
                                : choice.sizes;
                scenario.works().stream()
                        .filter(work -> sizes.isEmpty() || sizes.contains(work.sizeBytes()))
                        .filter(work -> !persistent.equals(work.persistent() ? "no" : "yes"))
                        .forEach(works::add);
            }
        }
        if (works.isEmpty()) {
            throw usage(
                    "no scenario matches; examples of ids are %s",
                    known.stream().limit(3).map(Scenario::id).toList());
        }
        return works;
    }

    /** Runs the benchmark, prints a table, and writes the result file. */
    int measured(Json json, Callable<RunResult.Measured> measuring) throws Exception {
        requireNumbers();
        Instant started = Instant.now();
        CommandSpec command = command();
        String arguments =
                command.commandLine().getParseResult().originalArgs().stream()
                        .skip(1)
                        .map(
                                argument ->
                                        UNQUOTED.matcher(argument).matches()
                                                ? argument
                                                : "'" + argument.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        RunResult result = RunResult.ended(command.name(), arguments, started, measuring.call());
        ResultTable.of(result).print(console);
        console.out()
                .printf(
                        "%n%s%n%n%s%nto repeat: ./millrace bench %s %s%n",
                        ResultTable.LEGEND,
                        result.environment(),
                        result.command(),
                        result.arguments());
        if (json.file != null) {
            ResultFile.write(result, json.file);
        }
        return ExitCode.OK;
    }

    CommandSpec command() {
        return spec.commandLine().getParseResult().subcommand().commandSpec();
    }

    ParameterException usage(String message, Object... inserts) {
        return new ParameterException(command().commandLine(), message.formatted(inserts));
    }

    /** Checks that integer options are at least 1, or at least 0 if 0 is meaningful. */
    void requireNumbers() {
        for (OptionSpec option : command().options()) {
            int minimum = List.of("--warm-up", "--size").contains(option.longestName()) ? 0 : 1;
            List<?> values =
                    option.getValue() instanceof List<?> list
                            ? list
                            : Collections.singletonList(option.getValue());
            for (Object value : values) {
                if (value instanceof Integer number && number < minimum) {
                    throw usage(
                            "%s must be %d or more (found %d)",
                            option.longestName(), minimum, number);
                }
            }
        }
    }

    void requireKnown(String option, List<String> known, List<String> given) {
        for (String each : given) {
            if (!known.contains(each)) {
                throw usage("%s must be one of %s (found %s)", option, known, each);
            }
        }
    }

    void requireExclusive(Boolean... given) {
        if (Collections.frequency(List.of(given), true) > 1) {
            throw usage("--quick, --full and --records are mutually exclusive");
        }
    }

    Pattern pattern(Named named) {
        try {
            return Pattern.compile(named.pattern);
        } catch (PatternSyntaxException e) {
            throw usage("%s is not a regular expression: %s", named.pattern, e.getDescription());
        }
    }

    void say(String line) {
        console.err().println(line);
        console.err().flush();
    }

    interface Step<T> {
        List<ResultRow> measure(T work) throws Exception;
    }

    /** Measures pieces of work one by one, and reports each. */
    <T> List<ResultRow> each(List<T> works, Step<T> step) throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        for (int i = 0; i < works.size(); i++) {
            List<ResultRow> some = step.measure(works.get(i));
            progress(i + 1, works.size(), some);
            rows.addAll(some);
        }
        return rows;
    }

    void progress(int done, int total, List<ResultRow> rows) {
        String rates =
                rows.stream()
                        .map(r -> "%s %.0f/s".formatted(r.who(), r.rate().perSecond()))
                        .collect(Collectors.joining(", "));
        say("[%d/%d] %s: %s".formatted(done, total, rows.getFirst().work(), rates));
    }
}
