package io.millrace.flows;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.flows.test.FlowTest;
import io.millrace.flows.test.FlowTestFile;
import io.millrace.flows.test.ResultComparison;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A runner of the flow tests of an application, {@code tests/*.yaml}, as described in {@code
 * docs/flow-tests.md}. Each test sends a message through a flow in memory, in the caller's thread,
 * and compares the result with the expected result.
 *
 * <pre>{@code
 * List<TestResult> failed =
 *         FlowTests.run(Path.of("samples/orders")).stream().filter(r -> !r.passed()).toList();
 * }</pre>
 */
public final class FlowTests {

    /** A listener for the progress, called on the thread that runs the tests. */
    public interface Progress {

        /** Receives the warnings about the files of the tests, before the first test. */
        default void warned(List<Problem> warnings) {}

        /** Receives the name and position of a test before it runs. */
        default void started(String name, Place place) {}
    }

    private FlowTests() {}

    /**
     * Runs all tests of an application's folder.
     *
     * @return result of each test, in the order of the files; empty if the application has no tests
     * @throws ProblemsException with all errors in the application's files or tests
     */
    public static List<TestResult> run(Path application) {
        return run(application, ApplicationOptions.DEFAULTS);
    }

    /** Runs all tests like {@link #run(Path)}. */
    public static List<TestResult> run(Path application, ApplicationOptions options) {
        return run(Application.load(application, options), new Progress() {});
    }

    private static List<FlowTest> load(Application application, Progress progress) {
        Problems problems = new Problems();
        List<FlowTest> tests =
                FlowTestFile.read(application.folder(), application.compiled().parsers(), problems);
        problems.throwIfErrors();
        progress.warned(problems.all());
        return tests;
    }

    /** Runs all tests of an application like {@link #run(Path)}, and reports the progress. */
    public static List<TestResult> run(Application application, Progress progress) {
        List<FlowTest> tests = load(application, progress);
        Map<String, Flow> flows = new HashMap<>();
        List<TestResult> results = new ArrayList<>();
        try {
            for (FlowTest test : tests) {
                progress.started(test.name(), test.place());
                results.add(run(application, test, flows));
            }
        } finally {
            flows.values().forEach(Flow::close);
        }
        return results;
    }

    private static TestResult run(Application application, FlowTest test, Map<String, Flow> flows) {
        Problems problems = new Problems();
        FlowResult result = null;
        String name = test.flow();
        long start = System.nanoTime();
        long nanos = 0;
        try {
            Flow flow = flows.computeIfAbsent(name, n -> Flow.of(application, n));
            name = flow.name();
            result = flow.process(test.input(), test.message());
            nanos = System.nanoTime() - start;
            new ResultComparison(
                            application.folder(), application.compiled(), test, result, problems)
                    .run();
        } catch (MillraceException failure) {
            boolean isUnknown = failure.code() == ErrorCode.UNKNOWN_FLOW;
            problems.error(
                    ErrorCode.TEST_FAILED,
                    isUnknown ? test.flowPlace() : test.inputPlace(),
                    failure.getMessage());
        }
        return new TestResult(test, name, problems.all(), result, nanos);
    }
}
