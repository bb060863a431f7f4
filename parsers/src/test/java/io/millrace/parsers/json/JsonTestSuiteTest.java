package io.millrace.parsers.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Runs the cases of JSONTestSuite (github.com/nst/JSONTestSuite) where they are at hand. */
class JsonTestSuiteTest {

    private static final String CASES = "shared/testdata/json-JSONTestSuite/test_parsing";

    @TestFactory
    Stream<DynamicTest> everyCaseIsAcceptedOrRefusedAsItsNameSays(TestReporter reporter)
            throws IOException {
        Path folder = Path.of(CASES);
        for (Path up = Path.of("").toAbsolutePath();
                up != null && !Files.isDirectory(folder);
                up = up.getParent()) {
            folder = up.resolve(CASES);
        }
        Path found = folder;
        Assumptions.assumeTrue(Files.isDirectory(found), "the test suite is not at hand");
        List<Path> cases;
        try (Stream<Path> files = Files.list(found)) {
            cases = files.sorted().toList();
        }
        assertThat(cases).hasSizeGreaterThan(100);
        return cases.stream()
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        file.getFileName().toString(), () -> run(file, reporter)));
    }

    private static void run(Path file, TestReporter reporter) throws IOException {
        Bytes bytes = Bytes.of(Files.readAllBytes(file));
        ParseOptions complete =
                new ParseOptions(
                        MessageTemplate.domain("JSON"),
                        1208,
                        273,
                        ParseTiming.COMPLETE,
                        Set.of(),
                        Limits.DEFAULTS);
        String refused = null;
        try {
            new JsonParser().parse(bytes, complete);
        } catch (MillraceException e) {
            refused = e.getMessage();
        }
        String name = file.getFileName().toString();
        if (name.startsWith("i_")) {
            reporter.publishEntry(name, refused == null ? "accepted" : "refused: " + refused);
        }
        if (name.startsWith("y_") && refused != null) {
            fail("is well-formed, but was refused: " + refused);
        }
        if (name.startsWith("n_") && refused == null) {
            fail("is not well-formed, but was accepted");
        }
    }
}
