package io.millrace.parsers.mrm.dfdl;

import static io.millrace.engine.parser.ParseTiming.COMPLETE;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.Messages;
import io.millrace.parsers.TestData;
import io.millrace.parsers.mrm.MrmParser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds records and texts with markup against the cases of Apache Daffodil
 * (github.com/apache/daffodil) for the Data Format Description Language, where these are at hand. A
 * case's schema is said as a message set, in each physical format that has all its properties; the
 * infoset is read by the set's XML format, so that values of types are compared.
 */
@Tag("conformance")
class DaffodilConformanceTest {

    private static final Path CASES = TestData.folder("dfdl-tdml-daffodil");

    private static final int UTF_8 = 1208;

    /** The result of a case that only validation refuses. */
    private static final String VALIDATED =
            "ranges of types and elements that must be there are looked at by validation";

    private static final Validation EVERYTHING =
            new Validation(Level.CONTENT_AND_VALUE, FailureAction.EXCEPTION);

    /** What ends otherwise on purpose, by the name of the case. */
    private static final Map<String, String> DIFFERENT = new HashMap<>();

    private static void different(String reason, String cases) {
        for (String each : cases.split(" ")) {
            DIFFERENT.put(each, reason);
        }
    }

    static {
        different(
                "numbers have no grouping separators",
                "Long1 BigInteger1 Int01 UnsignedNumbers1 float_text_max unparse_int_01");
        different(
                "numbers are written with all their digits",
                "float_text3 unparse_tnp_03 unparse_tnp_04 unparse_tnp_05a");
        different("dates and times have no zone of their own", "dateTimeText timeZoneFormats8");
        different(
                "fractions of seconds have six digits",
                "timeFractionalSeconds01 millisecondAccuracy2 millisecondAccuracy5");
        different(
                "a date lies in the month that is said, an hour in its range",
                """
                dateCalendarDaysInFirstWeek5 dateTimeCalendarDaysInFirstWeek3 \
                dateLaxCheckPolicy02 dateLaxCheckPolicy03 timeFormatting2 \
                timeFormatting2c timeFormatting7\
                """);
        different(
                "an end of a line that is new is CR LF",
                """
                LineFeed LineFeed_byte AB000 TestDoubleNewLineTerminator \
                TestDoubleNewLineSeparator TestDoubleNewLineSeparatorBasic \
                NumSeq_00nl NumSeq_01 nested_NumSeq_01 NumSeq_10 nestedGroupRefs \
                syntax_entities_6_03\
                """);
        different("an end of a line is no U+2028", "LineSeparator LineSeparator_byte");
        different(
                "a data pattern that does not match is damage",
                "unmatchedPattern01 unmatchedPattern02 unmatchedPattern03");
        different("bytes that are no characters are damage", "lengthPatternEncodingErrorReplace");
        different(
                "bytes after the last element of a folder are damage",
                "test_ExplicitLengthChildLengthLessParent_Chars");
        different("a text that is cut loses its end", "unparsePaddedStringTruncate03");
        different("a zone of A is a plus sign", "ZonedEBCDICLeadingOverpunchedSignBadDigit");
        different(
                "a branch without elements is not written",
                """
                NumSeq_12 choice4 choice8 choice9 choice10 seqWithOptionals1 \
                seqWithOptionals2\
                """);
        different("an element that must be there is looked for by validation", "choiceBranch_e4");
        different(
                "a count must be true, and 0 needs no element",
                "exprOptTwoArrays exprReqAbsentArray_01");
        different(
                "which elements without characters are there",
                """
                test_sep_trailing_1 test_sep_anyEmpty_2 test_sep_ssp_never_2 \
                test_sep_evdp_1 test_sep_evdp_2\
                """);
        different(
                "delimiters of missing elements are read",
                "test_sep_trailingEmptyStrict_1 test_sep_trailingEmptyStrict_2");
    }

    private int texts;
    private int records;

    @Test
    void documentsHaveTheInfosetsThatDaffodilFinds() throws IOException {
        TestData.assumeExists(CASES);
        CaseTable table = new CaseTable("DFDL: cases of Apache Daffodil");
        try (Stream<Path> files = Files.walk(CASES)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".tdml")).sorted().toList()) {
                read(file, table).forEach(each -> run(each, table));
            }
        }
        assertThat(table.cases()).isEqualTo(1376);
        System.out.println("%d ran as TDS, %d as CWF".formatted(texts, records));
        table.end();
    }

    /** Returns the cases of a file; a file that cannot be read is a failure. */
    private static List<Tdml> read(Path file, CaseTable table) throws IOException {
        try {
            return Tdml.read(file, CASES);
        } catch (RuntimeException e) {
            table.failed(file.getParent().getFileName().toString(), file + ": " + e);
            return List.of();
        }
    }

    private void run(Tdml tdml, CaseTable table) {
        String group = tdml.file().getParent().getFileName().toString();
        List<String> reasons = new ArrayList<>();
        String wrong = "";
        for (boolean delimited : new boolean[] {true, false}) {
            try {
                String result = new Run(tdml, delimited).run();
                wrong = result == null ? wrong : result;
                texts += delimited ? 1 : 0;
                records += delimited ? 0 : 1;
            } catch (LeftOut e) {
                reasons.add(e.getMessage());
            } catch (IOException | RuntimeException e) {
                wrong = "crashes: " + e;
            }
        }
        if (reasons.size() == 2) {
            boolean better =
                    reasons.getFirst().startsWith("alignment")
                            && !reasons.getLast().startsWith("a CWF");
            table.skipped(group, better ? reasons.getLast() : reasons.getFirst());
        } else if (wrong.isEmpty()) {
            table.passed(group);
        } else if (wrong.equals(VALIDATED)) {
            table.different(group, VALIDATED);
        } else if (DIFFERENT.containsKey(tdml.name())) {
            table.different(group, DIFFERENT.get(tdml.name()));
        } else {
            table.failed(group, tdml.file().getFileName() + " " + tdml.name() + ": " + wrong);
        }
    }

    /** A case in one physical format. */
    private static final class Run {

        private final Tdml tdml;
        private final String format;
        private final Item root;
        private final Whole whole = new Whole();
        private final Parser parser;

        Run(Tdml tdml, boolean delimited) {
            this.tdml = tdml;
            this.format = delimited ? "tds" : "cwf";
            if (tdml.expects("schema definition")) {
                throw new LeftOut("errors of DFDL schemas");
            }
            if (tdml.node().hasAttribute("config") || tdml.expects("tunable")) {
                throw new LeftOut("settings of Daffodil");
            }
            if (tdml.infoset() == null && tdml.errors().isEmpty()) {
                throw new LeftOut("warnings and validation");
            }
            boolean reads = !tdml.writes();
            boolean writes = tdml.writes() || !tdml.roundTrip().equals("none");
            root = new DfdlItems(tdml.schema()).root(tdml.root());
            Map<String, Object> message =
                    delimited
                            ? new TdsModel(whole, reads, writes).message(root)
                            : new CwfModel(whole, writes).message(root);
            parser = parser(message);
        }

        private Parser parser(Map<String, Object> message) {
            Map<String, Object> own = new LinkedHashMap<>(whole.settings());
            own.put("kind", format);
            if (format.equals("tds")) {
                own.put("deriveLengthFromLogicalType", false);
            }
            Map<String, Object> xml = new LinkedHashMap<>();
            xml.put("kind", "xml");
            if (own.containsKey("timeZone")) {
                xml.put("timeZone", own.get("timeZone"));
            }
            Map<String, Object> set = new LinkedHashMap<>();
            set.put("messageSet", "case");
            set.put("formats", Map.of(format, own, "xml", xml));
            set.put("messages", Map.of(tdml.root(), message));
            String text = Json.text(set);
            Problems problems = new Problems();
            Parser made =
                    new MrmParser().with(List.of(new Source("case.model.yaml", text)), problems);
            if (!problems.all().isEmpty()) {
                Problem first = problems.all().getFirst();
                throw new LeftOut("MRM refuses: " + first.text());
            }
            return made;
        }

        /** Null where the case ends as it should. */
        String run() throws IOException {
            int ccsid = whole.ccsid();
            int encoding = whole.encoding();
            Bytes document = tdml.errors().isEmpty() || !tdml.writes() ? tdml.document() : null;
            if (!tdml.errors().isEmpty()) {
                return refused(document, ccsid, encoding);
            }
            Element expected = infoset();
            try {
                if (tdml.writes()) {
                    Bytes written = write(expected.deepCopy(), ccsid, encoding);
                    return written.equals(document)
                            ? null
                            : "writes " + show(written) + " instead of " + show(document);
                }
                Element found = parse(document, format, ccsid, encoding);
                if (!dump(found).equals(dump(expected))) {
                    return "has " + dump(found) + " instead of " + dump(expected);
                }
                return trip(found, document, ccsid, encoding);
            } catch (MillraceException e) {
                return "refused: " + e.getMessage();
            }
        }

        private Element infoset() {
            if (tdml.infoset() == null) {
                throw new LeftOut("cases without an infoset");
            }
            try {
                return parse(
                        Bytes.utf8(tdml.xml(root instanceof Item.Field)), "xml", UTF_8, Whole.BIG);
            } catch (MillraceException e) {
                throw new LeftOut("infosets that are no values of the message set");
            }
        }

        private String refused(Bytes document, int ccsid, int encoding) {
            try {
                String result;
                if (tdml.writes()) {
                    result = show(write(infoset().deepCopy(), ccsid, encoding));
                } else {
                    result = dump(parse(document, format, ccsid, encoding));
                    if (isInvalid(document, ccsid, encoding)) {
                        return VALIDATED;
                    }
                }
                return "makes " + result + " instead of an error: " + tdml.errors();
            } catch (MillraceException e) {
                return null;
            }
        }

        private String trip(Element found, Bytes document, int ccsid, int encoding) {
            if (tdml.roundTrip().equals("none")) {
                return null;
            }
            Bytes written = write(found.deepCopy(), ccsid, encoding);
            if (tdml.roundTrip().equals("onePass")) {
                return written.equals(document)
                        ? null
                        : "goes back as " + show(written) + " instead of " + show(document);
            }
            String again = dump(parse(written, format, ccsid, encoding));
            return again.equals(dump(found)) ? null : "comes back as " + again;
        }

        private boolean isInvalid(Bytes document, int ccsid, int encoding) {
            try {
                parse(document, format, ccsid, encoding, EVERYTHING);
                return false;
            } catch (MillraceException e) {
                return true;
            }
        }

        private Element parse(Bytes bytes, String from, int ccsid, int encoding) {
            return parse(bytes, from, ccsid, encoding, Validation.NONE);
        }

        private Element parse(
                Bytes bytes, String from, int ccsid, int encoding, Validation validation) {
            MessageTemplate template = new MessageTemplate("MRM", "", tdml.root(), from);
            return parser.parse(
                    bytes,
                    new ParseOptions(
                            template,
                            ccsid,
                            encoding,
                            COMPLETE,
                            Set.of(),
                            Limits.DEFAULTS,
                            validation));
        }

        private Bytes write(Element tree, int ccsid, int encoding) {
            MessageTemplate template = new MessageTemplate("MRM", "", tdml.root(), format);
            return parser.write(tree, WriteOptions.of(template, ccsid, encoding));
        }
    }

    private static String show(Bytes bytes) {
        StringBuilder out = new StringBuilder("'");
        for (byte b : bytes.toArray()) {
            out.append(b >= ' ' && b < 0x7F ? (char) b : "<%02X>".formatted(b & 0xFF));
        }
        return out.append('\'').toString();
    }

    private static String dump(Element folder) {
        return Messages.dump(folder, DaffodilConformanceTest::value);
    }

    private static String value(Value value) {
        return switch (value) {
            case null -> "NULL";
            case DecimalValue d -> d.value().stripTrailingZeros().toPlainString();
            // Daffodil knows floating point of 4 bytes, a message tree does not.
            case FloatValue f -> Float.toString((float) f.value());
            // TDML files have LF for every end of a line.
            default -> value.text().replace("\r\n", "\n");
        };
    }
}
