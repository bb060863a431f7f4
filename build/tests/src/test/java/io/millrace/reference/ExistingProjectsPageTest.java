package io.millrace.reference;

import io.millrace.flows.library.Registries;
import io.millrace.projects.dialect.Dialect;
import io.millrace.projects.dialect.NodeDialect;
import io.millrace.projects.dialect.Rule;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps {@code docs/existing-projects-nodes.md} as the dialect of the module projects is. */
class ExistingProjectsPageTest {

    private static final Path PAGE = Path.of("../../docs/existing-projects-nodes.md");

    @Test
    void theTableContainsAllNodesOfTheDialect() throws IOException {
        StringBuilder page =
                new StringBuilder(
                        """
                        # Nodes of existing projects

                        <!-- This page is generated from the dialect of projects; a test keeps it current. -->

                        Properties that are not listed have the same name, or another name of the same property in
                        [nodes.md](nodes.md). *Near* properties are ignored, and the node behaves as the text describes.
                        *Missing* properties are ignored, and the function does not exist. A node type that is not listed is
                        supported if Millrace has a node with its name.

                        | node type | Millrace | near or missing |
                        |---|---|---|
                        """);
        Dialect dialect = new Dialect(Registries.load().nodes());
        page.append("| all | | %s |\n".formatted(differences(dialect.common())));
        for (NodeDialect type : dialect.types()) {
            String node =
                    type.isSupported() ? "`" + type.node() + "`" : "missing: " + type.reason();
            String differences = type.isSupported() ? differences(type.rules()) : "";
            page.append("| `%s` | %s | %s |\n".formatted(type.type(), node, differences));
        }
        GeneratedFile.check(PAGE, page.toString(), ExistingProjectsPageTest.class);
    }

    private static String differences(Map<String, Rule> rules) {
        List<String> texts = new ArrayList<>();
        new TreeMap<>(rules)
                .forEach(
                        (name, rule) -> {
                            if (rule instanceof Rule.Difference difference) {
                                texts.add(
                                        "`%s` %s: %s"
                                                .formatted(
                                                        name,
                                                        difference.missing() ? "missing" : "near",
                                                        difference.sentence()));
                            }
                        });
        return String.join("; ", texts);
    }
}
