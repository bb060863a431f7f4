package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.TestData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Holds segments and elements of EDIFACT and X12 messages against those that StAEDI finds
 * (github.com/xlate/staedi), where these are at hand.
 */
@Tag("conformance")
class EdiConformanceTest {

    private static final Path FILES = TestData.folder("edi-staedi");
    private static final char SEGMENT = '\n';
    private static final char ELEMENT = '¦';
    private static final char REPETITION = '≈';
    private static final char COMPONENT = '·';

    /** What ends otherwise on purpose, by the number of the message. */
    private static final Map<String, String> DIFFERENT =
            Map.of(
                    "055", "ends of lines within segments are data; StAEDI refuses them in ISA",
                    "057", "the length of binary data must be a number",
                    "058", "the length of binary data must be true",
                    "059", "binary data are not split into components");

    @Test
    void messagesHaveTheSegmentsAndElementsThatStaediFinds() throws IOException {
        TestData.assumeExists(FILES);
        CaseTable table = new CaseTable("EDIFACT and X12: messages of StAEDI");
        GenericSet edifact = GenericSet.of("edifact/edifact.model.yaml");
        GenericSet x12 = GenericSet.of("x12/x12.model.yaml");
        for (Path file : GenericSet.files(FILES, ".edi")) {
            boolean isX12 = Files.readString(file).startsWith("ISA");
            run(file, isX12 ? "X12" : "EDIFACT", isX12 ? x12 : edifact, table);
        }
        assertThat(table.cases()).isEqualTo(64);
        table.end();
    }

    private static void run(Path file, String standard, GenericSet set, CaseTable table)
            throws IOException {
        String number = file.getFileName().toString().substring(0, 3);
        Map<String, Object> expected = GenericSet.map(GenericSet.expected(file, ".edi"));
        Bytes message = Bytes.of(Files.readAllBytes(file));
        String wrong;
        try {
            String found = found(set.parse(message));
            wrong =
                    expected.containsKey("rejectedBy")
                            ? "accepted: " + found
                            : differs(found, segments(expected));
            wrong = wrong == null ? set.roundTrips(message) : wrong;
        } catch (MillraceException e) {
            wrong = "refused: " + e.getMessage();
        }
        String different = DIFFERENT.get(number);
        if (wrong == null) {
            table.passed(standard);
        } else if (different != null) {
            table.different(standard, different);
        } else {
            table.failed(standard, file.getFileName() + " " + wrong);
        }
    }

    private static String differs(String found, String expected) {
        return found.equals(expected) ? null : "has\n" + found + "\nStAEDI finds\n" + expected;
    }

    // What is found

    private static String found(Element interchange) {
        List<String> segments = new ArrayList<>();
        for (Element segment : GenericSet.children(interchange)) {
            List<String> elements = new ArrayList<>();
            elements.add(segment.name());
            if (segment.name().equals("UNA")) {
                String una = GenericSet.text(segment);
                elements.add("" + una.charAt(2) + una.charAt(4));
            }
            for (Element element : GenericSet.children(segment)) {
                elements.add(element(element));
            }
            segments.add(GenericSet.joined(elements, ELEMENT));
        }
        return GenericSet.joined(segments, SEGMENT);
    }

    private static String element(Element element) {
        if (element.name().equals("data")) {
            byte[] data = HexFormat.of().parseHex(GenericSet.text(element));
            return new String(data, StandardCharsets.UTF_8);
        }
        if (element.value() != null) {
            return GenericSet.text(element);
        }
        List<String> repetitions = new ArrayList<>();
        for (Element repetition : GenericSet.children(element)) {
            repetitions.add(
                    GenericSet.joined(
                            GenericSet.children(repetition).stream().map(GenericSet::text).toList(),
                            COMPONENT));
        }
        return GenericSet.joined(repetitions, REPETITION);
    }

    // What is expected

    private static String segments(Map<String, Object> expected) {
        List<String> segments = new ArrayList<>();
        for (Object each : GenericSet.list(expected.get("segments"))) {
            Map<String, Object> segment = GenericSet.map(each);
            List<String> elements = new ArrayList<>();
            elements.add((String) segment.get("tag"));
            for (Object element : GenericSet.list(segment.get("elements"))) {
                if (element instanceof Map<?, ?> repeat) {
                    String before = elements.removeLast();
                    elements.add(before + REPETITION + components(repeat.get("value")));
                } else {
                    elements.add(components(element));
                }
            }
            segments.add(GenericSet.joined(elements, ELEMENT));
        }
        return GenericSet.joined(segments, SEGMENT);
    }

    private static String components(Object element) {
        return GenericSet.joined(
                GenericSet.list(element).stream().map(c -> c == null ? "" : (String) c).toList(),
                COMPONENT);
    }

    @Test
    void messagesThatAreCutOffAreReadOrRefused() throws IOException {
        TestData.assumeExists(FILES);
        GenericSet edifact = GenericSet.of("edifact/edifact.model.yaml");
        GenericSet x12 = GenericSet.of("x12/x12.model.yaml");
        for (Path file : GenericSet.files(FILES, ".edi")) {
            byte[] message = Files.readAllBytes(file);
            boolean isX12 = message[0] == 'I';
            boolean some = file.getFileName().toString().matches("(004|014|041|046|064).*");
            if (some) {
                assertThat((isX12 ? x12 : edifact).cutOff(message)).isPositive();
            }
        }
    }
}
