package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.flows.Application;
import io.millrace.flows.Extensions;
import io.millrace.flows.FlowTests;
import io.millrace.flows.TestResult;
import io.millrace.flows.test.Capsule;
import io.millrace.flows.test.FlowTestFile;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        footer =
                """

                Examples:  ./millrace test samples/orders
                           ./millrace test samples/orders --from dead.capsule.yaml\
                """)
final class TestCommand extends ConsoleCommand {

    /** Time after which a running test is reported. */
    private static final Duration LONG_TEST = Duration.ofSeconds(3);

    @Parameters(arity = "1..*", paramLabel = "APP", description = "Folders of applications.")
    private List<Path> folders;

    @Option(
            names = "--from",
            paramLabel = "CAPSULE",
            description =
                    """
                    Instead of running tests: writes a test that expects the failure of a capsule \
                    to the folder tests of the application.\
                    """)
    private Path capsule;

    @Mixin private JsonOption json;

    @Mixin private SettingOptions settings;

    @Mixin private ExtensionsHome home;

    @Override
    public Integer call() throws IOException {
        if (capsule != null) {
            return write();
        }
        Logs.quiet();
        long passed = 0;
        long failed = 0;
        boolean missing = false;
        List<Map<String, Object>> rows = new ArrayList<>();
        Extensions extensions = home.extensions();
        for (Path folder : folders) {
            List<TestResult> results =
                    run(Application.load(folder, settings.options().with(extensions)));
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
                if (json.isGiven()) {
                    rows.add(values(folder, r));
                } else {
                    print(r);
                }
                if (r.passed()) {
                    passed++;
                } else {
                    failed++;
                }
            }
        }
        if (json.isGiven()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("passed", passed);
            values.put("failed", failed);
            values.put("tests", rows);
            JsonOption.print(values, console);
        } else {
            console.println(passed + " passed, " + failed + " failed");
        }
        return failed == 0 && !missing ? ExitCode.OK : ExitCode.ERRORS;
    }

    /** Runs the tests of an application. Reports a test that runs for a long time. */
    private List<TestResult> run(Application application) {
        LongTests watch = new LongTests();
        try {
            return FlowTests.run(application, watch);
        } finally {
            watch.end();
        }
    }

    /** An observer that reports each test that runs for a long time. */
    private final class LongTests implements FlowTests.Progress {

        private @Nullable LongWork watch;

        @Override
        public void warned(List<Problem> warnings) {
            console.problems(warnings);
        }

        @Override
        public void started(String name, Place place) {
            end();
            watch = LongWork.begin(LONG_TEST, () -> report(name, place));
        }

        void end() {
            if (watch != null) {
                watch.close();
            }
        }

        private void report(String name, Place place) {
            console.report(
                    """
                    the test '%s' (%s) has not ended after %d seconds. Ctrl-C ends the command; \
                    esqlMillis below limits in application.yaml limits the time of ESQL\
                    """
                            .formatted(PrintableText.line(name), place, LONG_TEST.toSeconds()));
        }
    }

    private int write() throws IOException {
        if (folders.size() != 1) {
            throw wrongUsage("--from requires one APP (found " + folders.size() + ")");
        }
        Capsule read = Capsule.read(capsule);
        Application application =
                Application.load(folders.getFirst(), settings.options().with(home.extensions()));
        if (!application.flows().contains(read.flow())) {
            throw Usage.wrong(
                    "--from",
                    "must be a capsule of a flow of "
                            + application.name()
                            + " (found flow "
                            + PrintableText.line(read.flow())
                            + ")");
        }
        String name = capsule.getFileName().toString();
        Path tests = Files.createDirectories(folders.getFirst().resolve(FlowTestFile.FOLDER));
        Path file = tests.resolve(name.replace(Capsule.SUFFIX, "") + ".yaml");
        try {
            Files.writeString(
                    file, read.test(MessageFiles.assembler()), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, "the file " + file + " already exists", e);
        }
        if (json.isGiven()) {
            JsonOption.print(Map.of("written", file.toString()), console);
        } else {
            console.report("written: " + file);
        }
        return ExitCode.OK;
    }

    private static Map<String, Object> values(Path folder, TestResult result) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("application", folder.toString());
        values.put("flow", result.flow());
        values.put("test", result.name());
        values.put("passed", result.passed());
        values.put("differences", ProblemLists.rows(result.differences()));
        return values;
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
