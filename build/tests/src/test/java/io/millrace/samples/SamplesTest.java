package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.flows.Application;
import io.millrace.flows.FlowTests;
import io.millrace.flows.TestResult;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks each sample application and runs its flow tests, as {@code ./millrace check} and {@code
 * test} do.
 */
class SamplesTest {

    private static final Path SAMPLES = Path.of("../../samples");

    @TestFactory
    Stream<DynamicContainer> samplesHaveNoProblemsAndPassTheirTests() throws IOException {
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            return folders.filter(SamplesTest::isApplication).sorted().toList().stream()
                    .map(SamplesTest::sample);
        }
    }

    private static boolean isApplication(Path folder) {
        return Files.isDirectory(folder.resolve("messages"));
    }

    private static DynamicContainer sample(Path folder) {
        DynamicTest check =
                DynamicTest.dynamicTest(
                        "has no problems", () -> assertThat(Application.check(folder)).isEmpty());
        Application application = Application.load(folder);
        Stream<DynamicTest> tests =
                FlowTests.run(folder).stream()
                        .map(r -> DynamicTest.dynamicTest(r.name(), () -> passed(r)));
        return DynamicContainer.dynamicContainer(
                application.name(), Stream.concat(Stream.of(check), tests));
    }

    private static void passed(TestResult result) {
        assertThat(result.passed())
                .as(
                        "%s%n%s",
                        result.name(),
                        result.differences().stream()
                                .map(Problem::render)
                                .collect(Collectors.joining("\n")))
                .isTrue();
    }
}
