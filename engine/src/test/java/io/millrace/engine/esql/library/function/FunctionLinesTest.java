package io.millrace.engine.esql.library.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class FunctionLinesTest {

    private static final Path LINES =
            Path.of("src", "main", "resources")
                    .resolve(FunctionIndexEntry.class.getPackageName().replace('.', '/'))
                    .resolve("functions.txt");

    private static final String REGENERATE = "millrace.regenerate";

    @Test
    void the_table_says_what_the_annotations_say() throws IOException {
        String lines = String.join("\n", FunctionAnnotationReader.lines()) + "\n";
        if (Boolean.getBoolean(REGENERATE)) {
            Files.writeString(LINES, lines);
        }
        assertThat(Files.readString(LINES))
                .as("%s is out of date: run this test with -D%s=true", LINES, REGENERATE)
                .isEqualTo(lines);
    }
}
