package io.millrace.flows;

import io.millrace.engine.error.Problem;

import java.util.List;

/**
 * The result of a check.
 *
 * @param problems findings, sorted by position
 * @param units for each flow of the applications without errors, how its messages share units of
 *     work
 */
public record CheckReport(List<Problem> problems, List<UnitSharing> units) {

    public CheckReport {
        problems = List.copyOf(problems);
        units = List.copyOf(units);
    }
}
