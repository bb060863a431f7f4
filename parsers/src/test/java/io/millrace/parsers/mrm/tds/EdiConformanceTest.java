package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.TestData.folder;
import static io.millrace.parsers.mrm.tds.GenericSet.children;
import static io.millrace.parsers.mrm.tds.GenericSet.joined;
import static io.millrace.parsers.mrm.tds.GenericSet.list;
import static io.millrace.parsers.mrm.tds.GenericSet.map;
import static io.millrace.parsers.mrm.tds.GenericSet.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;

import io.millrace.engine.message.Element;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.mrm.tds.GenericSet.Comparison;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Map;

/**
 * Holds segments and elements of EDIFACT and X12 messages against those that StAEDI finds
 * (github.com/xlate/staedi), where these are at hand.
 */
@Tag("conformance")
class EdiConformanceTest {

    private static final Path FILES = folder("edi-staedi");
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

    private static Comparison comparison() throws IOException {
        GenericSet edifact = GenericSet.of("edifact/edifact.model.yaml");
        GenericSet x12 = GenericSet.of("x12/x12.model.yaml");
        return new Comparison(
                new CaseTable("EDIFACT and X12: messages of StAEDI"),
                "StAEDI",
                FILES,
                ".edi",
                file -> isX12(file) ? entry("X12", x12) : entry("EDIFACT", edifact),
                DIFFERENT);
    }

    private static boolean isX12(Path file) {
        try {
            return Files.readString(file).startsWith("ISA");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void messagesHaveTheSegmentsAndElementsThatStaediFinds() throws IOException {
        comparison().run(64, EdiConformanceTest::found, EdiConformanceTest::segments);
    }

    @Test
    void messagesThatAreCutOffAreReadOrRefused() throws IOException {
        comparison().cutOff("004|014|041|046|064");
    }

    // What is found

    private static String found(Element interchange) {
        var segments = new ArrayList<String>();
        for (Element segment : children(interchange)) {
            var elements = new ArrayList<String>();
            elements.add(segment.name());
            if (segment.name().equals("UNA")) {
                String una = text(segment);
                elements.add("" + una.charAt(2) + una.charAt(4));
            }
            for (Element element : children(segment)) {
                elements.add(element(element));
            }
            segments.add(joined(elements, ELEMENT));
        }
        return joined(segments, SEGMENT);
    }

    private static String element(Element element) {
        if (element.name().equals("data")) {
            return new String(HexFormat.of().parseHex(text(element)), UTF_8);
        }
        if (element.value() != null) {
            return text(element);
        }
        var repetitions = new ArrayList<String>();
        for (Element repetition : children(element)) {
            repetitions.add(
                    joined(
                            children(repetition).stream().map(GenericSet::text).toList(),
                            COMPONENT));
        }
        return joined(repetitions, REPETITION);
    }

    // What is expected

    private static String segments(Map<String, Object> expected) {
        var segments = new ArrayList<String>();
        for (Object each : list(expected.get("segments"))) {
            Map<String, Object> segment = map(each);
            var elements = new ArrayList<String>();
            elements.add((String) segment.get("tag"));
            for (Object element : list(segment.get("elements"))) {
                if (element instanceof Map<?, ?> repeat) {
                    String before = elements.removeLast();
                    elements.add(before + REPETITION + components(repeat.get("value")));
                } else {
                    elements.add(components(element));
                }
            }
            segments.add(joined(elements, ELEMENT));
        }
        return joined(segments, SEGMENT);
    }

    private static String components(Object element) {
        return joined(
                list(element).stream().map(c -> c == null ? "" : (String) c).toList(), COMPONENT);
    }
}
