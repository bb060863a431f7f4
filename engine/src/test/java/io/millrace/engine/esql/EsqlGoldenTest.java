package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Programs and what they do, in {@code src/test/resources/esql}; {@link GoldenCase} tells the form
 * of the files. With the system property {@code golden.write} what comes out is written into the
 * files, to be read before it is kept.
 */
class EsqlGoldenTest {

    static Stream<GoldenCase> cases() throws IOException, URISyntaxException {
        Path folder = Path.of(EsqlGoldenTest.class.getResource("/esql").toURI());
        List<GoldenCase> cases = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".golden")).sorted().toList()) {
                cases.addAll(
                        GoldenCase.read(file.getFileName().toString(), Files.readString(file)));
            }
        }
        return cases.stream();
    }

    @BeforeAll
    static void writesAnewWhatComesOut() throws IOException {
        if (!Boolean.getBoolean("golden.write")) {
            return;
        }
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/esql"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".golden")).toList()) {
                List<GoldenCase> cases =
                        GoldenCase.read(file.getFileName().toString(), Files.readString(file));
                Files.writeString(
                        file,
                        cases.stream()
                                .map(c -> "=== " + c.name() + "\n" + text(c.run()))
                                .collect(Collectors.joining("\n")));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void doesWhatTheGoldenFileSays(GoldenCase golden) {
        assertThat(text(golden.run())).isEqualTo(text(golden.sections()));
    }

    private static String lines(String section) {
        return section.isBlank() ? "" : section.stripTrailing() + "\n";
    }

    private static String text(Map<String, String> sections) {
        return sections.entrySet().stream()
                .map(s -> "--- " + s.getKey() + "\n" + lines(s.getValue()))
                .collect(Collectors.joining());
    }
}
