package io.millrace.flows;

import io.millrace.engine.error.Problem;

import java.util.List;

/**
 * What a check has found.
 *
 * @param problems sorted by their places
 * @param units how the flows of applications without errors share units of work
 */
public record CheckReport(List<Problem> problems, List<UnitSharing> units) {

    public CheckReport {
        problems = List.copyOf(problems);
        units = List.copyOf(units);
    }
}
