package io.millrace.flows;

import io.millrace.engine.error.Problem;
import io.millrace.flows.test.FlowTest;

import java.util.List;

/**
 * What came of a flow test.
 *
 * @param test the test
 * @param flow the flow that it ran
 * @param differences what is not as expected, each at the place in the test that expects it; empty
 *     where it passed
 * @param result what came of the message; null where it could not be sent
 * @param nanos how long the message took
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
