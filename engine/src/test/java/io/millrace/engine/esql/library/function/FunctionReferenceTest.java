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

    private static final Path PAGE = Path.of("..", "docs", "esql.md");
    private static final String REGENERATE = "millrace.regenerate";

    private static final Path INTRODUCTION =
            Path.of("src", "test", "resources", "esql", "introduction.md");

    @Test
    void the_reference_page_says_what_the_functions_say() throws IOException {
        String page = page();
        if (Boolean.getBoolean(REGENERATE)) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("%s is out of date: run this test with -D%s=true", PAGE, REGENERATE)
                .isEqualTo(page);
    }

    private static String page() throws IOException {
        Map<String, List<Function>> groups =
                FunctionTable.all().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Function::group, TreeMap::new, Collectors.toList()));
        StringBuilder page = new StringBuilder(Introduction.text(INTRODUCTION));
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
