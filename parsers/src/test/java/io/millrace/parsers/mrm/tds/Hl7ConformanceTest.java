package io.millrace.parsers.mrm.tds;

import io.millrace.engine.message.Element;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.TestData;
import io.millrace.parsers.mrm.tds.GenericSet.Comparison;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Holds segments and fields of HL7 messages against those that HAPI finds
 * (github.com/hapifhir/hapi-hl7v2), where these are at hand.
 */
@Tag("conformance")
class Hl7ConformanceTest {

    private static final Path FILES = TestData.folder("hl7-hapi");

    /** Marks between segments, fields, repetitions, components, sub-components. */
    private static final String MARKS = "\n¦≈·‥";

    private static Comparison comparison() throws IOException {
        GenericSet set = GenericSet.of("hl7/hl7.model.yaml");
        return new Comparison(
                new CaseTable("HL7: messages of HAPI"),
                "HAPI",
                FILES,
                ".hl7",
                _ -> Map.entry("HL7", set),
                Map.of());
    }

    @Test
    void messagesHaveTheSegmentsAndFieldsThatHapiFinds() throws IOException {
        comparison().run(43, Hl7ConformanceTest::found, Hl7ConformanceTest::segments);
    }

    @Test
    void messagesThatAreCutOffAreReadOrRefused() throws IOException {
        comparison().cutOff("001|006|009|041");
    }

    // What is found

    private static String found(Element message) {
        List<String> segments = new ArrayList<>();
        for (Element segment : GenericSet.children(message)) {
            List<String> fields = new ArrayList<>();
            fields.add(segment.name());
            for (Element field : GenericSet.children(segment)) {
                if (field.name().equals("delimiters")) {
                    String delimiters = GenericSet.text(field);
                    fields.add(delimiters.substring(0, 1));
                    fields.add(delimiters.substring(1));
                } else {
                    fields.add(found(field, 2));
                }
            }
            segments.add(GenericSet.joined(fields, MARKS.charAt(1)));
        }
        return GenericSet.joined(segments, MARKS.charAt(0));
    }

    private static String found(Element e, int level) {
        return e.value() != null || level == MARKS.length()
                ? GenericSet.text(e)
                : GenericSet.joined(
                        GenericSet.children(e).stream().map(c -> found(c, level + 1)).toList(),
                        MARKS.charAt(level));
    }

    // What is expected

    private static String segments(Map<String, Object> expected) {
        List<String> segments = new ArrayList<>();
        for (Object each : GenericSet.list(expected.get("segments"))) {
            Map<String, Object> segment = GenericSet.map(each);
            List<String> fields = new ArrayList<>();
            fields.add((String) segment.get("tag"));
            GenericSet.list(segment.get("fields")).forEach(f -> fields.add(expected(f, 2)));
            segments.add(GenericSet.joined(fields, MARKS.charAt(1)));
        }
        return GenericSet.joined(segments, MARKS.charAt(0));
    }

    private static String expected(Object part, int level) {
        if (part == null || part instanceof String) {
            return part == null ? "" : (String) part;
        }
        return GenericSet.joined(
                GenericSet.list(part).stream().map(p -> expected(p, level + 1)).toList(),
                MARKS.charAt(level));
    }
}
