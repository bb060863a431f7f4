package io.millrace.flows;

import io.millrace.engine.error.Problem;
import io.millrace.flows.test.FlowTest;

import java.util.List;

/**
 * The result of a flow test.
 *
 * @param test test that was run
 * @param flow name of the flow
 * @param differences deviations from the expectations, each at the position of the expectation in
 *     the test; empty if the test passed
 * @param result result of the message; null if the message could not be sent
 * @param nanos processing time of the message in nanoseconds
 */
public record TestResult(
        FlowTest test, String flow, List<Problem> differences, FlowResult result, long nanos) {

    public TestResult {
        differences = List.copyOf(differences);
    }

    public boolean passed() {
        return differences.isEmpty();
    }

    public String name() {
        return test.name();
    }
}
