package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.BAD_CCSID;
import static io.millrace.engine.error.ErrorCode.PARSE_CUT_OFF;
import static io.millrace.engine.error.ErrorCode.PARSE_FAILED;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.TestData.folder;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.parsers.CaseTable;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The W3C XML conformance suite, read completely by the domain XML (and by XMLNS, for the cases
 * about name spaces). Cases that need external entities, which are never read, are left out and
 * counted.
 */
@Tag("conformance")
class XmlConformanceTest {

    /**
     * What becomes of the suite's cases; those of earlier editions refuse names that the fifth
     * edition allows.
     */
    private static final Map<String, Integer> COUNTS =
            Map.of(
                    "valid: taken and compared", 132,
                    "valid: taken", 37,
                    "valid: left out: external entities", 72,
                    "invalid: taken", 99,
                    "invalid: left out: external entities", 41,
                    "not-wf: refused", 478,
                    "not-wf: left out: external entities", 31,
                    "not-wf: taken: names of the fifth edition", 2,
                    "error: taken", 3,
                    "error: left out: external entities", 1);

    private record Case(
            String id,
            String type,
            String uri,
            String output,
            String entities,
            String recommendation,
            String namespace,
            String edition) {

        boolean external() {
            return !entities.isEmpty() && !entities.equals("none");
        }
    }

    private static List<Case> cases(Path folder) throws IOException {
        var cases = new ArrayList<Case>();
        for (String line :
                Files.readAllLines(folder.resolve("cases.tsv")).stream().skip(1).toList()) {
            String[] f = line.split("\t", -1);
            cases.add(new Case(f[0], f[1], f[2], f[3], f[4], f[5], f[7], f[8]));
        }
        return cases;
    }

    @Test
    void casesEndAsTheSuiteSays() throws IOException {
        Path folder = folder("xml-xmlconf");
        assumeExists(folder);
        var counts = new TreeMap<String, Integer>();
        CaseTable table = new CaseTable("XML: W3C conformance suite, XML 1.0");
        for (Case c : cases(folder)) {
            var wrong = new ArrayList<String>();
            String end = c.external() ? "left out: external entities" : decide(folder, c, wrong);
            counts.merge(c.type() + ": " + end, 1, Integer::sum);
            if (!wrong.isEmpty()) {
                table.failed(c.type(), String.join("; ", wrong));
            } else if (end.startsWith("left out: ")) {
                table.skipped(c.type(), end.substring("left out: ".length()));
            } else {
                table.passed(c.type());
            }
        }
        table.end();
        assertThat(counts).isEqualTo(COUNTS);
    }

    private String decide(Path folder, Case c, List<String> wrong) throws IOException {
        Bytes document = Bytes.of(Files.readAllBytes(folder.resolve(c.uri())));
        boolean isEarlier = c.edition().equals("1 2 3 4");
        Parser parser = c.recommendation().startsWith("NS") ? Trees.XMLNS : Trees.XML;
        try {
            Element body =
                    parser.parse(
                            document,
                            new ParseOptions(
                                    MessageTemplate.domain(parser.domain()),
                                    0,
                                    273,
                                    COMPLETE,
                                    Set.of(),
                                    Limits.DEFAULTS));
            if (isEarlier) {
                return "taken: names of the fifth edition";
            }
            if (c.type().equals("not-wf")) {
                wrong.add(c.id() + " " + c.uri() + ": taken, expected refused");
                return "taken";
            }
            if (c.type().equals("valid") && !c.output().isEmpty()) {
                compare(folder, c, body, wrong);
                return "taken and compared";
            }
            return "taken";
        } catch (MillraceException e) {
            if (isEarlier || c.type().equals("valid") || c.type().equals("invalid")) {
                wrong.add(c.id() + " " + c.uri() + ": refused, expected taken: " + e.getMessage());
            }
            assertThat(e.code()).isIn(PARSE_FAILED, PARSE_CUT_OFF, BAD_CCSID);
            return "refused";
        }
    }

    private static void compare(Path folder, Case c, Element body, List<String> wrong)
            throws IOException {
        String expected = Files.readString(folder.resolve(c.output()), UTF_8);
        // Notations are part of the suite's second form only; the tree keeps them in the text of
        // the subset.
        String requested =
                expected.startsWith("<!DOCTYPE")
                        ? expected.substring(expected.indexOf("]>") + 3)
                        : expected;
        StringBuilder out = new StringBuilder();
        for (Element e = body.firstChild(); e != null; e = e.next()) {
            canonical(e, out);
        }
        if (!out.toString().equals(requested)) {
            wrong.add(
                    c.id()
                            + " "
                            + c.uri()
                            + ": canonical form "
                            + out
                            + "\n    expected "
                            + requested);
        }
    }

    /** James Clark's canonical form. */
    private static void canonical(Element e, StringBuilder out) {
        switch (XmlRole.of(e)) {
            case TAG -> {
                out.append('<').append(e.name());
                var attributes = new TreeMap<String, String>();
                for (Element a = e.firstChild(); a != null; a = a.next()) {
                    if (XmlRole.of(a) == XmlRole.ATTRIBUTE) {
                        attributes.put(a.name(), a.text());
                    }
                }
                attributes.forEach(
                        (k, v) ->
                                out.append(' ')
                                        .append(k)
                                        .append("=\"")
                                        .append(escaped(v))
                                        .append('"'));
                out.append('>');
                for (Element child = e.firstChild(); child != null; child = child.next()) {
                    canonical(child, out);
                }
                out.append("</").append(e.name()).append('>');
            }
            case TEXT, CDATA -> {
                if (e.type() != XmlTypes.OLD_WHITE_SPACE) {
                    out.append(escaped(e.text()));
                }
            }
            case INSTRUCTION -> {
                Value data = e.value();
                out.append("<?")
                        .append(e.name())
                        .append(' ')
                        .append(data == null ? "" : data.text())
                        .append("?>");
            }
            default -> {
                // Not part of the form.
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\t", "&#9;")
                .replace("\n", "&#10;")
                .replace("\r", "&#13;");
    }
}
