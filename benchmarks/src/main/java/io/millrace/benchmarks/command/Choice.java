package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;

import picocli.CommandLine.Option;

import java.util.List;

/** The options that select scenarios and messages. */
final class Choice {

    @Option(
            names = "--scenario",
            paramLabel = "TEXT",
            description =
                    "Only scenarios with this id (filter), this text in their id (convert-tag), or"
                            + " this section of the report (7.2); repeatable.")
    List<String> scenarios = List.of();

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description = "Only messages of this size; repeatable.")
    List<Integer> sizes = List.of();

    @Option(
            names = "--persistent",
            paramLabel = "yes|no",
            description = "Only persistent messages, or only others.")
    private String persistent = "";

    /** Selects works of scenarios; with the smallest size only where no size is given. */
    List<Work> works(MeasuringCommand command, List<Scenario> known, boolean smallest) {
        if (!List.of("", "yes", "no").contains(persistent)) {
            throw command.usage("--persistent must be yes or no (found " + persistent + ")");
        }
        List<Work> works =
                known.stream()
                        .filter(scenario -> isChosen(scenario, known))
                        .flatMap(scenario -> scenario.works().stream())
                        .filter(work -> sizes.isEmpty() || sizes.contains(work.sizeBytes()))
                        .filter(work -> !smallest || isSmallest(work, known))
                        .filter(
                                work ->
                                        persistent.isEmpty()
                                                || persistent.equals("yes") == work.persistent())
                        .toList();
        if (works.isEmpty()) {
            throw command.usage(
                    "no scenario matches; ids begin like "
                            + known.stream().limit(3).map(Scenario::id).toList());
        }
        return works;
    }

    private boolean isSmallest(Work work, List<Scenario> known) {
        return !sizes.isEmpty()
                || known.stream()
                        .filter(scenario -> scenario.id().equals(work.scenarioId()))
                        .allMatch(s -> s.works().getFirst().sizeBytes() == work.sizeBytes());
    }

    private boolean isChosen(Scenario scenario, List<Scenario> known) {
        return scenarios.isEmpty()
                || scenarios.stream().anyMatch(text -> matches(scenario, text, known));
    }

    /** Whether a scenario matches. A complete id selects only that scenario. */
    private static boolean matches(Scenario scenario, String text, List<Scenario> known) {
        boolean complete = known.stream().anyMatch(s -> s.id().equals(text));
        return (complete ? scenario.id().equals(text) : scenario.id().contains(text))
                || (scenario.section() + ".").startsWith(text + ".");
    }
}
