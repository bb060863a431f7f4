package io.millrace.engine.esql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files of ESQL with what the check says of them: {@code NAME.esql} and, in the folder problems,
 * {@code NAME.problems}. With the system property {@code golden.write} the expectations are written
 * anew, to be read before they are kept.
 */
class EsqlFilesTest {

    private static final Path FOLDER = Path.of("src/test/resources/esql");

    @ParameterizedTest
    @MethodSource("valid")
    void aValidFileHasNoErrors(Path file) throws IOException {
        Problems problems = new Problems();
        Analysis analysis = Analysis.of(List.of(source(file)), TestParsers.SETTINGS, problems);
        assertThat(problems.hasErrors()).as(render(problems)).isFalse();
        assertThat(analysis.program().modules()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("quiet")
    void whatIsNotSurelyWrongGivesNoWarning(Path file) throws IOException {
        Problems problems = new Problems();
        Analysis.of(List.of(source(file)), TestParsers.SETTINGS, problems);
        assertThat(render(problems)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void everyProblemIsSaidWithItsPlace(Path file) throws IOException {
        Problems problems = new Problems();
        Analysis.of(List.of(source(file)), TestParsers.SETTINGS, problems);
        Path expected = Path.of(file.toString().replace(".esql", ".problems"));
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(expected, render(problems) + "\n");
        }
        assertThat(render(problems)).isEqualTo(Files.readString(expected).strip());
    }

    static Stream<Path> valid() throws IOException {
        return files("valid");
    }

    static Stream<Path> quiet() throws IOException {
        return files("quiet");
    }

    static Stream<Path> wrong() throws IOException {
        return files("problems");
    }

    private static Stream<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER.resolve(folder))) {
            return files.filter(f -> f.toString().endsWith(".esql")).sorted().toList().stream();
        }
    }

    private static Source source(Path file) throws IOException {
        return new Source(file.getFileName().toString(), Files.readString(file));
    }

    private static String render(Problems problems) {
        return problems.all().stream().map(Problem::render).collect(Collectors.joining("\n\n"));
    }
}
