package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.flows.FlowTests;
import io.millrace.flows.TestResult;
import io.millrace.server.console.Console;
import io.millrace.server.console.Logs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** The command {@code millrace test}. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the flow tests in the folder tests of applications, in memory, without a broker.",
            "Exit code 1 if a test fails."
        },
        footer = {"", "Example:  ./millrace test samples/orders"})
public final class TestCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "APP", description = "Folders of applications.")
    private List<Path> folders;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The environment whose parameters in application.yaml are used.")
    private String environment;

    public TestCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Logs.quiet();
        long passed = 0;
        long failed = 0;
        for (Path folder : folders) {
            List<TestResult> results = FlowTests.run(folder, environment);
            if (results.isEmpty()) {
                console.err()
                        .println(console.yellow("no tests") + " in " + folder.resolve("tests"));
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
        console.out().println(passed + " passed, " + failed + " failed");
        return failed == 0 ? ExitCode.OK : ExitCode.ERRORS;
    }

    private void print(TestResult result) {
        String word = result.passed() ? console.green("ok    ") : console.red("FAILED");
        console.out()
                .println(
                        "%s %s: %s"
                                .formatted(word, result.flow(), PrintableText.line(result.name())));
        for (Problem difference : result.differences()) {
            console.out().println(difference.render().indent(7).stripTrailing());
        }
    }
}
