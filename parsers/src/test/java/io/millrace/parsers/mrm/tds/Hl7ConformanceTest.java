package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.TestData.folder;
import static io.millrace.parsers.mrm.tds.GenericSet.children;
import static io.millrace.parsers.mrm.tds.GenericSet.joined;
import static io.millrace.parsers.mrm.tds.GenericSet.list;
import static io.millrace.parsers.mrm.tds.GenericSet.map;
import static io.millrace.parsers.mrm.tds.GenericSet.text;

import static java.util.Map.entry;

import io.millrace.engine.message.Element;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.mrm.tds.GenericSet.Comparison;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/**
 * Holds segments and fields of HL7 messages against those that HAPI finds
 * (github.com/hapifhir/hapi-hl7v2), where these are at hand.
 */
@Tag("conformance")
class Hl7ConformanceTest {

    private static final Path FILES = folder("hl7-hapi");

    /** Marks between segments, fields, repetitions, components, sub-components. */
    private static final String MARKS = "\n¦≈·‥";

    private static Comparison comparison() throws IOException {
        GenericSet set = GenericSet.of("hl7/hl7.model.yaml");
        return new Comparison(
                new CaseTable("HL7: messages of HAPI"),
                "HAPI",
                FILES,
                ".hl7",
                _ -> entry("HL7", set),
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
        var segments = new ArrayList<String>();
        for (Element segment : children(message)) {
            var fields = new ArrayList<String>();
            fields.add(segment.name());
            for (Element field : children(segment)) {
                if (field.name().equals("delimiters")) {
                    String delimiters = text(field);
                    fields.add(delimiters.substring(0, 1));
                    fields.add(delimiters.substring(1));
                } else {
                    fields.add(found(field, 2));
                }
            }
            segments.add(joined(fields, MARKS.charAt(1)));
        }
        return joined(segments, MARKS.charAt(0));
    }

    private static String found(Element e, int level) {
        return e.value() != null || level == MARKS.length()
                ? text(e)
                : joined(
                        children(e).stream().map(c -> found(c, level + 1)).toList(),
                        MARKS.charAt(level));
    }

    // What is expected

    private static String segments(Map<String, Object> expected) {
        var segments = new ArrayList<String>();
        for (Object each : list(expected.get("segments"))) {
            Map<String, Object> segment = map(each);
            var fields = new ArrayList<String>();
            fields.add((String) segment.get("tag"));
            list(segment.get("fields")).forEach(f -> fields.add(expected(f, 2)));
            segments.add(joined(fields, MARKS.charAt(1)));
        }
        return joined(segments, MARKS.charAt(0));
    }

    private static String expected(Object part, int level) {
        if (part == null || part instanceof String) {
            return part == null ? "" : (String) part;
        }
        return joined(
                list(part).stream().map(p -> expected(p, level + 1)).toList(), MARKS.charAt(level));
    }
}
