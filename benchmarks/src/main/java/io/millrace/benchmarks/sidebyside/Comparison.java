package io.millrace.benchmarks.sidebyside;

import io.millrace.benchmarks.result.Work;

import java.util.List;

/**
 * Contenders for the same work.
 *
 * @param work for result files and patterns
 * @param contenders that take turns
 * @param goal upper bound of the first contender's time divided by the last one's; null if they are
 *     not compared
 */
public record Comparison(Work work, List<Contender> contenders, Double goal) {

    public String id() {
        return work.scenarioId();
    }
}
