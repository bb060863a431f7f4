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
import java.nio.file.Files;
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

    /** What ends otherwise on purpose, by the number of the message. */
    private static final Map<String, String> DIFFERENT = Map.of();

    @Test
    void messagesHaveTheSegmentsAndFieldsThatHapiFinds() throws IOException {
        TestData.assumeExists(FILES);
        CaseTable table = new CaseTable("HL7: messages of HAPI");
        GenericSet hl7 = GenericSet.of("hl7/hl7.model.yaml");
        for (Path file : GenericSet.files(FILES, ".hl7")) {
            run(file, hl7, table);
        }
        assertThat(table.cases()).isEqualTo(43);
        table.end();
    }

    private static void run(Path file, GenericSet set, CaseTable table) throws IOException {
        String number = file.getFileName().toString().substring(0, 3);
        Map<String, Object> expected = GenericSet.map(GenericSet.expected(file, ".hl7"));
        Bytes message = Bytes.of(Files.readAllBytes(file));
        String wrong;
        try {
            String found = found(set.parse(message));
            wrong =
                    expected.containsKey("rejectedBy")
                            ? "accepted"
                            : differs(found, segments(expected));
            wrong = wrong == null ? set.roundTrips(message) : wrong;
        } catch (MillraceException e) {
            wrong = expected.containsKey("rejectedBy") ? null : "refused: " + e.getMessage();
        }
        String different = DIFFERENT.get(number);
        if (wrong == null) {
            table.passed("HL7");
        } else if (different != null) {
            table.different("HL7", different);
        } else {
            table.failed("HL7", file.getFileName() + " " + wrong);
        }
    }

    private static String differs(String found, String expected) {
        return found.equals(expected) ? null : "has\n" + found + "\nHAPI finds\n" + expected;
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

    @Test
    void messagesThatAreCutOffAreReadOrRefused() throws IOException {
        TestData.assumeExists(FILES);
        GenericSet hl7 = GenericSet.of("hl7/hl7.model.yaml");
        for (Path file : GenericSet.files(FILES, ".hl7")) {
            if (file.getFileName().toString().matches("(001|006|009|041).*")) {
                assertThat(hl7.cutOff(Files.readAllBytes(file))).isPositive();
            }
        }
    }
}
