package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.flows.FlowTests;
import io.millrace.flows.TestResult;
import io.millrace.server.console.Logs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;

/** The command {@code millrace test}. */
@Command(
        name = "test",
        description = {
            """
            Runs the flow tests in the folder tests of applications, in memory, without a \
            broker.\
            """,
            """
            Exit code 1 if a test fails or an application has no tests.\
            """
        },
        footer = "\nExample:  ./millrace test samples/orders")
public final class TestCommand extends ConsoleCommand {

    @Parameters(arity = "1..*", paramLabel = "APP", description = "Folders of applications.")
    private List<Path> folders;

    @Mixin private ParameterEnvironment environment;

    @Override
    public Integer call() {
        Logs.quiet();
        long passed = 0;
        long failed = 0;
        boolean missing = false;
        for (Path folder : folders) {
            List<TestResult> results = FlowTests.run(folder, environment.name);
            if (results.isEmpty()) {
                missing = true;
                console.report(
                        console.red("no tests")
                                + " in "
                                + folder.resolve("tests")
                                + ": write them in files "
                                + folder.resolve("tests").resolve("*.yaml"));
            }
            for (TestResult r : results) {
                print(r);
                if (r.passed()) {
                    passed++;
                } else {
                    failed++;
                }
            }
        }
        console.println(passed + " passed, " + failed + " failed");
        return failed == 0 && !missing ? ExitCode.OK : ExitCode.ERRORS;
    }

    private void print(TestResult result) {
        String word = result.passed() ? console.green("ok    ") : console.red("FAILED");
        console.println(
                "%s %s: %s".formatted(word, result.flow(), PrintableText.line(result.name())));
        for (Problem difference : result.differences()) {
            console.println(difference.render().indent(7).stripTrailing());
        }
    }
}
