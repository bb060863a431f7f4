package io.millrace.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.flows.library.Registries;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Keeps {@code docs/nodes.md} as the node types' descriptions are. The examples on the page are
 * written by hand, at the end of the section of a node; they are kept.
 */
class NodesPageTest {

    private static final Path PAGE = Path.of("../../docs/nodes.md");
    private static final Path TRANSACTIONS = Path.of("../../docs/transactions.md");
    private static final String EXAMPLE = "\n### Example";

    @Test
    void thePageIsAsTheDescriptionsAre() throws IOException {
        GeneratedFile.check(PAGE, page(), NodesPageTest.class);
    }

    /**
     * A flow on the page has a node of the type, or the example of the node is on another page; the
     * commands of all pages run in TranscriptTest.
     */
    @Test
    void eachNodeHasAnExampleThatRuns() throws IOException {
        String page = Files.readString(PAGE);
        Map<String, String> examples = examples();
        for (String type : types()) {
            assertThat(examples).as("example in %s", PAGE).containsKey(type);
            assertThat(uses(page, type) || examples.get(type).contains("](extending.md#"))
                    .as("flow in %s with a node of the type %s", PAGE, type)
                    .isTrue();
        }
    }

    private static boolean uses(String page, String type) {
        return Pattern.compile("\\btype: " + type + "\\b").matcher(page).find();
    }

    @Test
    void eachNodeHasAPlaceInThePageOfTransactions() throws IOException {
        String page = Files.readString(TRANSACTIONS);
        assertThat(types())
                .as("node types in %s", TRANSACTIONS)
                .allMatch(type -> Pattern.compile("\\b" + type + "\\b").matcher(page).find());
    }

    private static List<String> types() {
        return Registries.load().nodes().types().stream()
                .map(NodeType::description)
                .filter(description -> !description.isAbsent())
                .map(NodeDescription::type)
                .toList();
    }

    /** Returns the examples on the page by the types of their nodes. */
    private static Map<String, String> examples() throws IOException {
        Map<String, String> examples = new HashMap<>();
        for (String section : Files.readString(PAGE).split("(?m)^(?=## )")) {
            int at = section.indexOf(EXAMPLE);
            if (at >= 0) {
                String type = section.lines().findFirst().orElseThrow().substring("## ".length());
                examples.put(type, section.substring(at).stripTrailing() + "\n");
            }
        }
        return examples;
    }

    private static String page() throws IOException {
        Map<String, String> examples = examples();
        Map<String, List<NodeDescription>> drawers = new TreeMap<>();
        List<NodeDescription> absent = new ArrayList<>();
        for (NodeType type : Registries.load().nodes().types()) {
            NodeDescription description = type.description();
            if (description.isAbsent()) {
                absent.add(description);
                continue;
            }
            drawers.computeIfAbsent(description.drawer(), d -> new ArrayList<>()).add(description);
        }
        StringBuilder out =
                new StringBuilder(
                        """
                        # Nodes

                        <!-- This page is generated from the node types; a test keeps it current. -->

                        Flows use the names of nodes, terminals and
                        properties on this page ([flows.md](flows.md)). A property can also be given by one of its other names. A connection
                        without an input terminal leads to the first input terminal.

                        *Delivery* is the guarantee of a node. The effects of a *transactional* node are undone when the unit of work is
                        rolled back. The effects of an *immediate* node remain. *None* means that the node has no lasting effect.

                        For `Subflow`, `Input` and `Output`, see [flows.md](flows.md#subflows), for nodes of products that Millrace does not
                        support, [absent products](#absent-products).
                        """);
        drawers.forEach(
                (drawer, nodes) -> {
                    out.append("\n| ").append(drawer).append(" | |\n|---|---|\n");
                    nodes.forEach(
                            n ->
                                    out.append(
                                            "| [%s](#%s) | %s |\n"
                                                    .formatted(
                                                            n.type(),
                                                            n.type().toLowerCase(Locale.ROOT),
                                                            SettingTable.cell(
                                                                    firstSentence(n.summary())))));
                });
        drawers.values()
                .forEach(
                        nodes ->
                                nodes.forEach(
                                        n -> {
                                            node(n, out);
                                            out.append(examples.getOrDefault(n.type(), ""));
                                        }));
        absent(absent, out);
        return out.toString();
    }

    private static void absent(List<NodeDescription> nodes, StringBuilder out) {
        out.append(
                """

                ## Absent products

                Nodes of the following types connect to products that Millrace does not support. `check` warns about them. The flow
                can be deployed: a message that reaches such a node fails with MR1039, and such an input node receives no messages.
                Any property is accepted.

                | type | |
                |---|---|
                """);
        nodes.forEach(
                n ->
                        out.append(
                                "| `%s` | %s |\n"
                                        .formatted(n.type(), SettingTable.cell(n.summary()))));
    }

    private static void node(NodeDescription node, StringBuilder out) {
        out.append("\n## ").append(node.type()).append("\n\n");
        out.append(node.summary()).append("\n\n");
        out.append("Delivery: ").append(node.deliveryClass()).append(".\n");
        terminals("Input terminal", node.inputs(), out);
        terminals("Output terminal", node.outputs(), out);
        if (!node.properties().settings().isEmpty()) {
            out.append(SettingTable.of("property", node.properties()));
        }
    }

    private static void terminals(
            String title, List<TerminalDescription> terminals, StringBuilder out) {
        if (!terminals.isEmpty()) {
            out.append("\n| ").append(title.toLowerCase(Locale.ROOT)).append(" | |\n|---|---|\n");
            terminals.forEach(
                    t ->
                            out.append(
                                    "| `%s` | %s |\n"
                                            .formatted(
                                                    t.name(), SettingTable.cell(t.description()))));
        }
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
