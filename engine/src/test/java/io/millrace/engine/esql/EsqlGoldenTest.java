package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

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
 * of the files.
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

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void doesWhatTheGoldenFileSays(GoldenCase golden) {
        assertThat(text(golden.run())).isEqualTo(text(golden.sections()));
    }

    private static String text(Map<String, String> sections) {
        return sections.entrySet().stream()
                .map(s -> "--- " + s.getKey() + "\n" + s.getValue().stripTrailing() + "\n")
                .collect(Collectors.joining());
    }
}
