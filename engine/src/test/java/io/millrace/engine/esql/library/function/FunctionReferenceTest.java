package io.millrace.engine.esql.library.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

class FunctionReferenceTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String REGENERATE = "millrace.regenerate";

    private static final Path INTRODUCTION =
            Path.of("src", "test", "resources", "esql", "introduction.md");

    private static final String HEAD =
            """
            # The built-in functions

            <!-- This page is generated from the annotations of the functions, whose examples are run as tests. After a change of the
            annotations, generate it again with `mvn test -pl engine -Dtest=FunctionReferenceTest -Dmillrace.regenerate=true`. -->

            Unless the description of a function specifies otherwise:

            - A NULL argument gives NULL.
            - Positions count from 1.
            - String functions accept CHARACTER, BLOB and BIT. All strings in a call must have the same type.

            The constructs of the language are described in [esql-language.md](esql-language.md): CAST, CASE, COALESCE, CARDINALITY,
            EXISTS, SINGULAR, THE, SELECT, ROW, LIST, FOR, EVAL, PASSTHRU, LASTMOVE, SQLCODE, SQLSTATE, SQLERRORTEXT,
            SQLNATIVEERROR.
            """;

    @Test
    void the_reference_page_says_what_the_functions_say() throws IOException {
        isCurrent(DOCS.resolve("esql-functions.md"), functions());
    }

    @Test
    void the_introduction_contains_the_examples_that_are_run() throws IOException {
        isCurrent(DOCS.resolve("esql.md"), Introduction.text(INTRODUCTION));
    }

    private static void isCurrent(Path page, String content) throws IOException {
        if (Boolean.getBoolean(REGENERATE)) {
            Files.writeString(page, content);
        }
        assertThat(Files.readString(page))
                .as("%s is out of date: run this test with -D%s=true", page, REGENERATE)
                .isEqualTo(content);
    }

    private static String functions() {
        Map<String, List<Function>> groups =
                FunctionTable.all().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Function::group, TreeMap::new, Collectors.toList()));
        StringBuilder page = new StringBuilder(HEAD);
        groups.forEach(
                (group, functions) -> {
                    page.append("\n## ").append(group).append('\n');
                    functions.forEach(f -> describe(f, page));
                });
        page.append(
                "\n"
                        + "## Broker properties\n\n"
                        + "A broker property is written as a name. If a variable has the same name,"
                        + " write `SQL.` before the property. Broker properties cannot be set.\n\n"
                        + "| property | type | meaning |\n"
                        + "|---|---|---|\n");
        for (BrokerProperty p : BrokerProperty.ALL) {
            page.append("| `%s` | %s | %s |\n".formatted(p.name(), p.type(), p.meaning()));
        }
        return page.toString();
    }

    private static void describe(Function f, StringBuilder page) {
        page.append("\n### ").append(f.name()).append("\n\n`").append(f.syntax()).append('`');
        if (!f.aliases().isEmpty()) {
            page.append(" (also ").append(String.join(", ", f.aliases())).append(')');
        }
        page.append("\n\n").append(f.description()).append("\n\n```\n");
        f.examples().forEach(e -> page.append(e).append('\n'));
        page.append("```\n");
    }
}
