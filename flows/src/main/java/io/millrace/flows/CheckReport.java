package io.millrace.flows;

import io.millrace.engine.error.Problem;

import java.util.List;

/**
 * The result of a check.
 *
 * @param problems problems, sorted by position
 * @param units the way in which messages share units of work, for each flow of the applications
 *     without errors
 */
public record CheckReport(List<Problem> problems, List<UnitSharing> units) {

    public CheckReport {
        problems = List.copyOf(problems);
        units = List.copyOf(units);
    }
}
