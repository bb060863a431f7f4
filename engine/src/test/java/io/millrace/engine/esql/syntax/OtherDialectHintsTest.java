package io.millrace.engine.esql.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.library.function.FunctionTable;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Consistency of the table of words of other languages. */
class OtherDialectHintsTest {

    private static final Set<String> KINDS =
            Set.of("file", "statement", "clause", "type", "function", "method");

    private static List<String> lines() throws IOException {
        try (var in = OtherDialectHints.class.getResourceAsStream("other-dialects.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        }
    }

    @Test
    void eachLineHasAKindWordsAndAdvice() throws IOException {
        Set<String> entries = new HashSet<>();
        for (String line : lines()) {
            assertThat(line).matches("[a-z]+ [A-Z0-9_=, -]+: \\p{ASCII}+[^.]");
            String kind = line.substring(0, line.indexOf(' '));
            assertThat(KINDS).contains(kind);
            for (String word : line.substring(kind.length() + 1, line.indexOf(": ")).split(", ")) {
                assertThat(entries.add(kind + " " + word)).as("once: %s %s", kind, word).isTrue();
            }
        }
    }

    @Test
    void noFunctionOfEsqlHasAHint() {
        assertThat(FunctionTable.names())
                .allSatisfy(name -> assertThat(OtherDialectHints.function(name)).isEmpty());
    }
}
