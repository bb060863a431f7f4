package io.millrace.parsers.mrm;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.TestData.folder;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toMap;

import io.millrace.engine.error.MillraceException;
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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares records and texts with markup with the cases of Apache Daffodil
 * (github.com/apache/daffodil) for the Data Format Description Language. {@code cases.jsonl} has a
 * case on each line: its schema as a message set in each physical format that has all its
 * properties, the document, and the infoset as a document of the set's XML format, so that values
 * of types are compared.
 */
@Tag("conformance")
class DaffodilConformanceTest {

    private static final Path FOLDER = folder("dfdl-tdml-daffodil");

    /** The result of a case that only validation rejects. */
    private static final String VALIDATED =
            "ranges of types and elements that must be there are looked at by validation";

    private static final Validation EVERYTHING =
            new Validation(Level.CONTENT_AND_VALUE, FailureAction.EXCEPTION);

    /** Names of the cases that end otherwise on purpose, before the reason. */
    private static final Map<String, String> DIFFERENT =
            """
            Long1 BigInteger1 Int01 UnsignedNumbers1 float_text_max unparse_int_01: \
            numbers have no grouping separators
            float_text3 unparse_tnp_03 unparse_tnp_04 unparse_tnp_05a: \
            numbers are written with all their digits
            dateTimeText timeZoneFormats8: dates and times have no zone of their own
            timeFractionalSeconds01 millisecondAccuracy2 millisecondAccuracy5: \
            fractions of seconds have six digits
            dateCalendarDaysInFirstWeek5 dateTimeCalendarDaysInFirstWeek3 dateLaxCheckPolicy02 \
            dateLaxCheckPolicy03 timeFormatting2 timeFormatting2c timeFormatting7: \
            a date lies in the month that is said, an hour in its range
            LineFeed LineFeed_byte AB000 TestDoubleNewLineTerminator TestDoubleNewLineSeparator \
            TestDoubleNewLineSeparatorBasic NumSeq_00nl NumSeq_01 nested_NumSeq_01 NumSeq_10 \
            nestedGroupRefs syntax_entities_6_03: an end of a line that is new is CR LF
            LineSeparator LineSeparator_byte: an end of a line is no U+2028
            unmatchedPattern01 unmatchedPattern02 unmatchedPattern03: \
            a data pattern that does not match is damage
            lengthPatternEncodingErrorReplace: bytes that are no characters are damage
            test_ExplicitLengthChildLengthLessParent_Chars: \
            bytes after the last element of a folder are damage
            unparsePaddedStringTruncate03: a text that is cut loses its end
            ZonedEBCDICLeadingOverpunchedSignBadDigit: a zone of A is a plus sign
            NumSeq_12 choice4 choice8 choice9 choice10 seqWithOptionals1 seqWithOptionals2: \
            a branch without elements is not written
            choiceBranch_e4: an element that must be there is looked for by validation
            exprOptTwoArrays exprReqAbsentArray_01: a count must be true, and 0 needs no element
            test_sep_trailing_1 test_sep_anyEmpty_2 test_sep_ssp_never_2 test_sep_evdp_1 \
            test_sep_evdp_2: which elements without characters are there
            test_sep_trailingEmptyStrict_1 test_sep_trailingEmptyStrict_2: \
            delimiters of missing elements are read
            """
                    .lines()
                    .map(line -> line.split(": "))
                    .flatMap(row -> Stream.of(row[0].split(" ")).map(name -> entry(name, row[1])))
                    .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));

    @Test
    void documentsHaveTheInfosetsThatDaffodilFinds() throws IOException {
        assumeExists(FOLDER);
        CaseTable table = new CaseTable("DFDL: cases of Apache Daffodil");
        try (Stream<String> lines = Files.lines(FOLDER.resolve("cases.jsonl"))) {
            lines.forEach(line -> run(Messages.json(line), table));
        }
        assertThat(table.cases()).isEqualTo(1376);
        assertThat(table.ran()).isEqualTo(509);
        table.end();
    }

    private static void run(Element data, CaseTable table) {
        String group = text(data, "group");
        var leftOut = new ArrayList<String>();
        var wrong = new ArrayList<String>();
        for (String format : List.of("tds", "cwf")) {
            Element set = data.child(format);
            String reason = set == null ? text(data, "leftOut") : text(set, "leftOut");
            if (reason != null) {
                leftOut.add(reason);
                continue;
            }
            try {
                String fault = new Case(data, format, parser(text(set, "model"))).findFault();
                if (fault != null) {
                    wrong.add(fault);
                }
            } catch (LeftOut e) {
                leftOut.add(e.getMessage());
            } catch (RuntimeException e) {
                wrong.add("crashes: " + e);
            }
        }
        String name = text(data, "name");
        if (leftOut.size() == 2) {
            table.skipped(group, leftOut.getFirst());
        } else if (wrong.isEmpty()) {
            table.passed(group);
        } else if (wrong.getLast().equals(VALIDATED)) {
            table.different(group, VALIDATED);
        } else if (DIFFERENT.containsKey(name)) {
            table.different(group, DIFFERENT.get(name));
        } else {
            table.failed(group, text(data, "file") + " " + name + ": " + wrong.getLast());
        }
    }

    private static Parser parser(String model) {
        Problems problems = new Problems();
        Parser made = new MrmParser().with(List.of(new Source("case.model.yaml", model)), problems);
        if (problems.hasErrors()) {
            throw new LeftOut("MRM refuses: " + problems.all().getFirst().text());
        }
        return made;
    }

    private static String text(Element data, String name) {
        Element child = data.child(name);
        return child == null ? null : child.text();
    }

    /** Ends a case that a message set cannot describe. */
    private static final class LeftOut extends RuntimeException {

        private static final long serialVersionUID = 1;

        LeftOut(String reason) {
            super(reason, null, false, false);
        }
    }

    /** A case in one physical format. */
    private record Case(Element data, String format, Parser parser) {

        /** Returns null for a case that ends as it should. */
        String findFault() {
            Bytes document = bytes(text(data, "document"));
            boolean writes = text(data, "writes").equals("true");
            String errors = text(data, "errors");
            if (!errors.isEmpty()) {
                return rejected(document, writes, errors);
            }
            Element expected = infoset();
            try {
                if (writes) {
                    Bytes written = write(expected);
                    return written.equals(document)
                            ? null
                            : "writes " + show(written) + " instead of " + show(document);
                }
                Element found = parse(document, Validation.NONE);
                return dump(found).equals(dump(expected))
                        ? trip(found, document)
                        : "has " + dump(found) + " instead of " + dump(expected);
            } catch (MillraceException e) {
                return "refused: " + e.getMessage();
            }
        }

        private static Bytes bytes(String hex) {
            return hex == null ? null : Bytes.of(HexFormat.of().parseHex(hex));
        }

        private Element infoset() {
            String document = text(data, "infoset");
            if (document == null) {
                throw new LeftOut("cases without an infoset");
            }
            try {
                return parse(utf8(document), "xml", 1208, 273, Validation.NONE);
            } catch (MillraceException e) {
                throw new LeftOut("infosets that are no values of the message set");
            }
        }

        private String rejected(Bytes document, boolean writes, String errors) {
            try {
                String result =
                        writes ? show(write(infoset())) : dump(parse(document, Validation.NONE));
                return !writes && isInvalid(document)
                        ? VALIDATED
                        : "makes " + result + " instead of an error: " + errors;
            } catch (MillraceException e) {
                return null;
            }
        }

        private String trip(Element found, Bytes document) {
            String kind = text(data, "roundTrip");
            if (kind.equals("none")) {
                return null;
            }
            Bytes written = write(found);
            if (kind.equals("onePass")) {
                return written.equals(document)
                        ? null
                        : "goes back as " + show(written) + " instead of " + show(document);
            }
            String again = dump(parse(written, Validation.NONE));
            return again.equals(dump(found)) ? null : "comes back as " + again;
        }

        private boolean isInvalid(Bytes document) {
            try {
                parse(document, EVERYTHING);
                return false;
            } catch (MillraceException e) {
                return true;
            }
        }

        private int number(String name) {
            return Integer.parseInt(text(data.child(format), name));
        }

        private Element parse(Bytes bytes, Validation validation) {
            return parse(bytes, format, number("ccsid"), number("encoding"), validation);
        }

        private Element parse(
                Bytes bytes, String from, int ccsid, int encoding, Validation validation) {
            return parser.parse(
                    bytes,
                    new ParseOptions(
                            template(from),
                            ccsid,
                            encoding,
                            COMPLETE,
                            Set.of(),
                            Limits.DEFAULTS,
                            validation));
        }

        private Bytes write(Element tree) {
            return parser.write(
                    tree.deepCopy(),
                    WriteOptions.of(template(format), number("ccsid"), number("encoding")));
        }

        private MessageTemplate template(String in) {
            return new MessageTemplate("MRM", "", text(data, "root"), in);
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
