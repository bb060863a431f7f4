package io.millrace.models.cobol;

import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.TestData.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.Rendered;
import io.millrace.parsers.CaseTable;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/** Positions and lengths of copybooks, against those that cb2xml found. */
@Tag("conformance")
class CopybookLayoutTest {

    private static final Path CASES = folder("copybook-cb2xml");

    /** Where cb2xml differs from compilers; names and levels still must be the same. */
    private static final Map<String, String> DIFFERENT =
            Map.of(
                    "cbl2xml_Test101.cbl", "a currency sign is a character: $ZZZZ9999 has 9",
                    "cpyBitOfEverything.cbl", "the same",
                    "cbl2xml_Test109.cbl", "P stands for digits that are not stored",
                    "cbl2xml_Test201.cbl", "an entry without a full stop ends before the next");

    @Test
    void itemsLieWhereTheyAreExpected() throws Exception {
        assumeExists(CASES);
        CaseTable table = new CaseTable("COBOL: cb2xml, positions and lengths of copybooks");
        try (Stream<Path> files = Files.list(CASES)) {
            for (Path file : files.filter(p -> p.toString().endsWith(".cbl")).sorted().toList()) {
                String name = file.getFileName().toString();
                try {
                    compare(file);
                    if (DIFFERENT.containsKey(name)) {
                        table.different("copybooks", DIFFERENT.get(name));
                    } else {
                        table.passed("copybooks");
                    }
                } catch (AssertionError e) {
                    table.failed("copybooks", name + ": " + e.getMessage());
                }
            }
        }
        assertThat(table.cases()).isEqualTo(35);
        table.end();
    }

    private static void compare(Path copybook) throws Exception {
        String file = copybook.getFileName().toString();
        Path expected = copybook.resolveSibling(file.replace(".cbl", ".expected.xml"));
        String text = Files.readString(copybook, StandardCharsets.ISO_8859_1);
        ConversionReport report = new ConversionReport();
        List<Item> items = Copybook.items(new Source(file, text), CopybookOptions.DEFAULTS, report);
        StorageLayout storage = new StorageLayout(CopybookOptions.DEFAULTS, report);
        var together = new ArrayList<Item>();
        for (Item item : items) {
            if (item.level == 1) {
                storage.lay(List.of(item));
            } else {
                together.add(item);
            }
        }
        storage.lay(together);
        Rendered.assertNone(report.problems());
        StringBuilder found = new StringBuilder();
        items.forEach(item -> list(item, 0, found));
        StringBuilder requested = new StringBuilder();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Element root = factory.newDocumentBuilder().parse(expected.toFile()).getDocumentElement();
        list(root, -1, requested);
        if (!DIFFERENT.containsKey(file)) {
            assertThat(found.toString()).isEqualToIgnoringCase(requested.toString());
        } else if (!file.equals("cbl2xml_Test201.cbl")) {
            String places = " at .*";
            assertThat(found.toString().replaceAll(places, ""))
                    .isEqualToIgnoringCase(requested.toString().replaceAll(places, ""));
            assertThat(found.toString()).isNotEqualToIgnoringCase(requested.toString());
        }
    }

    private static void list(Item item, int depth, StringBuilder out) {
        out.repeat(' ', depth)
                .append(item.label())
                .append(" at ")
                .append(item.offset + 1)
                .append(" length ")
                .append(item.bytes)
                .append('\n');
        item.children.forEach(child -> list(child, depth + 1, out));
    }

    private static void list(Element element, int depth, StringBuilder out) {
        if (element.getTagName().equals("item")) {
            String name = element.getAttribute("name");
            out.repeat(' ', depth)
                    .append(name.isEmpty() ? "FILLER" : name)
                    .append(" at ")
                    .append(element.getAttribute("position"))
                    .append(" length ")
                    .append(element.getAttribute("storage-length"))
                    .append('\n');
        }
        for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
            if (n instanceof Element child && child.getTagName().equals("item")) {
                list(child, depth + 1, out);
            }
        }
    }
}
