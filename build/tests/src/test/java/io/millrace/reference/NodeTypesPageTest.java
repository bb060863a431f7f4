package io.millrace.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.library.Registries;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keeps {@code docs/node-types.md}, the table of all node types, as the descriptions are. The last
 * column is the test of the node, from {@code node-tests.txt}: a type, a blank and the simple name
 * of a class, whose source must contain the name of the type.
 */
class NodeTypesPageTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path PAGE = ROOT.resolve("docs/node-types.md");
    private static final Path TESTS = Path.of("src/test/resources/node-tests.txt");

    @Test
    void theTableContainsAllNodeTypes() throws IOException {
        Map<String, String> tests = tests();
        Map<String, Path> sources = testSources();
        Map<String, NodeDescription> types = types();
        assertThat(tests.keySet()).as("types in %s", TESTS).isEqualTo(types.keySet());
        StringBuilder page =
                new StringBuilder(
                        """
                        # Node types

                        <!-- This page is generated from the node types; a test keeps it current. -->

                        [nodes.md](nodes.md) explains the terminals and
                        properties. A required property is in *italics*. The test in the last column runs the node in a flow; in addition,
                        `NodeContractTest` and `ConnectorNodeContractTest` check the rules that hold for all nodes.

                        | type | input terminals | output terminals | properties | delivery | test |
                        |---|---|---|---|---|---|
                        """);
        for (NodeDescription type : types.values()) {
            String test = tests.get(type.type());
            assertThat(sources).as("test of %s", type.type()).containsKey(test);
            Path source = sources.get(test);
            assertThat(Files.readString(source)).as(test).contains(type.type());
            page.append(row(type, "[%s](../%s)".formatted(test, ROOT.relativize(source))));
        }
        GeneratedFile.check(PAGE, page.toString(), NodeTypesPageTest.class);
    }

    private static Map<String, NodeDescription> types() {
        Map<String, NodeDescription> types = new TreeMap<>();
        for (NodeType type : Registries.load().nodes().types()) {
            if (!type.description().isAbsent()) {
                types.put(type.description().type(), type.description());
            }
        }
        return types;
    }

    private static Map<String, String> tests() throws IOException {
        return Files.readAllLines(TESTS).stream()
                .map(line -> line.split(" "))
                .collect(
                        Collectors.toMap(
                                words -> words[0], words -> words[1], (a, b) -> b, TreeMap::new));
    }

    private static Map<String, Path> testSources() throws IOException {
        Map<String, Path> sources = new HashMap<>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes a) {
                        String name = folder.getFileName().toString();
                        boolean skipped =
                                !folder.equals(ROOT)
                                        && (name.startsWith(".")
                                                || name.equals("target")
                                                || name.equals("samples"));
                        return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                        String name = file.getFileName().toString();
                        if (name.endsWith(".java") && file.toString().contains("src/test/java")) {
                            sources.put(name.substring(0, name.length() - ".java".length()), file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return sources;
    }

    private static String row(NodeDescription type, String test) {
        return "| [%s](nodes.md#%s) | %s | %s | %s | %s | %s |\n"
                .formatted(
                        type.type(),
                        type.type().toLowerCase(Locale.ROOT),
                        terminals(type.inputs()),
                        terminals(type.outputs()),
                        type.properties().settings().stream()
                                .filter(setting -> setting.kind() != SettingKind.REFUSED)
                                .map(NodeTypesPageTest::property)
                                .collect(Collectors.joining(", ")),
                        type.deliveryClass(),
                        test);
    }

    private static String terminals(List<TerminalDescription> terminals) {
        return terminals.stream().map(TerminalDescription::name).collect(Collectors.joining(", "));
    }

    private static String property(Setting setting) {
        return setting.required() ? "*%s*".formatted(setting.name()) : setting.name();
    }
}
