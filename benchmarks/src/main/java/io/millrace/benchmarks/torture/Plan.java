package io.millrace.benchmarks.torture;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be done.
 *
 * @param cycles how often a victim dies
 * @param round how many deaths there are between two balances
 * @param seed of all that is chosen at random here; what the victim's threads do is not repeated
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
