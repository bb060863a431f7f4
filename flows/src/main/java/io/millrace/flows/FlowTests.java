package io.millrace.flows;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Limits;
import io.millrace.flows.compile.Registries;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.flows.test.FlowTest;
import io.millrace.flows.test.FlowTestFile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the flow tests of an application, {@code tests/*.yaml}, as {@code docs/flow-tests.md}
 * describes them: each sends a message through a flow in memory, in the caller's thread, and
 * compares what comes of it.
 *
 * <pre>{@code
 * List<TestResult> failed =
 *         FlowTests.run(Path.of("samples/orders")).stream().filter(r -> !r.passed()).toList();
 * }</pre>
 */
public final class FlowTests {

    private FlowTests() {}

    /**
     * Runs all tests of an application's folder.
     *
     * @return what came of each, in the order of the files; empty where there is none
     * @throws ProblemsException with everything that is wrong in the application's files or tests
     */
    public static List<TestResult> run(Path application) {
        return run(application, "");
    }

    /** As {@link #run(Path)}, with the parameters of an environment. */
    public static List<TestResult> run(Path application, String environment) {
        Application loaded = Application.load(application, environment);
        return run(loaded, load(loaded));
    }

    /** The tests of an application, without running them; throws as {@link #run(Path)} does. */
    public static List<FlowTest> load(Application application) {
        Problems problems = new Problems();
        List<FlowTest> tests = read(application.folder(), problems);
        problems.throwIfErrors();
        return tests;
    }

    /** Runs some tests of an application. */
    public static List<TestResult> run(Application application, List<FlowTest> tests) {
        Map<String, Flow> flows = new HashMap<>();
        List<TestResult> results = new ArrayList<>();
        try {
            for (FlowTest test : tests) {
                results.add(run(application, test, flows));
            }
        } finally {
            flows.values().forEach(Flow::close);
        }
        return results;
    }

    /** Checks how the tests of an application are written. */
    static void check(Path application, Problems problems) {
        read(application, problems);
    }

    private static List<FlowTest> read(Path application, Problems problems) {
        SampleMessages messages = new SampleMessages(Registries.load().parsers(), Limits.DEFAULTS);
        return FlowTestFile.read(application, messages, problems);
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
            new ResultComparison(application, test, result, problems).run();
        } catch (MillraceException failure) {
            problems.error(ErrorCode.TEST_FAILED, test.inputPlace(), failure.getMessage());
        }
        return new TestResult(test, name, problems.all(), result, nanos);
    }
}
