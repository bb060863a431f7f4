package io.millrace.benchmarks.torture;

import java.nio.file.Path;
import java.util.List;

/**
 * The work of a run.
 *
 * @param cycles number of deaths of a victim
 * @param round number of deaths between two balances
 * @param seed seed of all random choices here; the actions of the victim's threads are not
 *     repeatable
 * @param scenarios at least one
 * @param points at least one
 * @param folder for the victims' folders; those of a scenario that failed stay
 */
public record Plan(
        int cycles,
        int round,
        long seed,
        List<Scenario> scenarios,
        List<CrashPoint> points,
        Path folder) {

    public Plan {
        scenarios = List.copyOf(scenarios);
        points = List.copyOf(points);
    }
}
