package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each folder of {@code problems} is an application with mistakes; {@code expected.txt} in it holds
 * what a person reads. With {@code -Dmillrace.golden=write} the files are written anew, to be read
 * before they are committed.
 */
class ProblemRenderingTest {

    private static final Path FOLDER = Path.of("src/test/resources/problems");

    @TestFactory
    List<DynamicTest> aMistakeIsReportedWithPlaceCaretAndAdvice() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders.sorted()
                    .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> compare(f)))
                    .toList();
        }
    }

    private static void compare(Path folder) {
        Path file = folder.resolve("expected.txt");
        String found =
                Application.check(folder).stream()
                                .map(Problem::render)
                                .map(
                                        text ->
                                                text.replace(folder + "/", "")
                                                        .replace(folder.toString(), "(folder)"))
                                .collect(Collectors.joining("\n"))
                        + "\n";
        try {
            if (System.getProperty("millrace.golden", "").equals("write")) {
                Files.writeString(file, found);
            }
            assertThat(found).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
