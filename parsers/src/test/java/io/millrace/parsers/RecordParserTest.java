package io.millrace.parsers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.RecordFinder;
import io.millrace.engine.parser.RecordParser;
import io.millrace.parsers.blob.BlobParser;
import io.millrace.parsers.json.JsonParser;
import io.millrace.parsers.xml.XmlnscParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The division of sequences of bodies by the parsers of their domains. */
class RecordParserTest {

    private static final int CASES = Integer.getInteger("millrace.cases", 20_000) / 10;

    private static final String DISPATCHED =
            """
            kind: {string: 1}
            (part):
              cwf: {choiceDispatchKey: kind}
              choice:
                short: {string: 2, cwf: {choiceBranchKey: S}}
                (long):
                  cwf: {choiceBranchKey: L}
                  sequence:
                    a: {string: 3}
                    b: {string: 2}
            """;

    private static Parser cwf(String fields) {
        return Messages.model(
                "messageSet: test\nmessages:\n  m:\n    sequence:\n" + fields.indent(6));
    }

    private static Parser tds(String fields) {
        return Messages.model(
                "messageSet: test\nformats:\n  tds: {}\nmessages:\n  m:\n" + fields.indent(4));
    }

    private static RecordFinder finder(Parser parser) {
        ParserRegistry parsers = ParserRegistry.of(List.of(parser, new BlobParser()), List.of());
        return new MessageAssembler(parsers, Limits.DEFAULTS)
                .records(
                        new Defaults(
                                MessageTemplate.domain(parser.domain()),
                                ParseTiming.ON_DEMAND,
                                Set.of()));
    }

    /**
     * Divides a sequence that is available in pieces of a number of bytes: the bytes of a piece are
     * added each time when a body needs more.
     */
    private static List<String> divide(Parser parser, String text, int piece) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        RecordFinder finder = finder(parser);
        List<String> records = new ArrayList<>();
        int start = 0;
        int end = Math.min(piece, bytes.length);
        while (start < bytes.length) {
            RecordParser.Range found =
                    start == end
                            ? null
                            : finder.first(new Bytes(bytes, start, end), end == bytes.length);
            if (found == null) {
                assertThat(end).isLessThan(bytes.length);
                end = Math.min(end + piece, bytes.length);
            } else {
                if (!found.isEmpty()) {
                    records.add(
                            new String(
                                    bytes,
                                    start + found.start(),
                                    found.end() - found.start(),
                                    ISO_8859_1));
                }
                start += found.end();
            }
        }
        return records;
    }

    /** Divides a sequence in pieces of all sizes, with the same result. */
    private static List<String> divide(Parser parser, String text) {
        List<String> whole = divide(parser, text, text.length());
        for (int piece = 1; piece < text.length(); piece++) {
            assertThat(divide(parser, text, piece)).as("in pieces of %d", piece).isEqualTo(whole);
        }
        return whole;
    }

    @Test
    void xmlDocumentsEndWithTheirDocumentElement() {
        String first = "<?xml version=\"1.0\"?><a x='>'><b>1</b><![CDATA[</a>]]><a/></a>";
        String second = "<!-- </a> --><a/>";
        String third = "<ns:b xmlns:ns=\"u\">\u00E4<!-- <c> --></ns:b>";
        assertThat(
                        divide(
                                new XmlnscParser(),
                                "\u00EF\u00BB\u00BF "
                                        + first
                                        + second
                                        + "\r\n"
                                        + third
                                        + "\n<!-- the end -->\n"))
                .containsExactly(first, second, third);
    }

    @Test
    void jsonTextsEndWithTheirValue() {
        String first = "{\"a\": [1, \"}\\\"\"], \"b\": {}}";
        assertThat(divide(new JsonParser(), first + "[1]\n\u001E" + first + "12 \"x\"true\n"))
                .containsExactly(first, "[1]", first, "12", "\"x\"", "true");
    }

    @Test
    void recordsOfFixedLengthEndThere() {
        assertThat(divide(cwf("a: {string: 2}\nb: {int: 3, cwf: external unsigned}"), "ab123cd456"))
                .containsExactly("ab123", "cd456");
    }

    @Test
    void recordsOfVaryingLengthEndAsTheirFieldsSay() {
        Parser parser =
                cwf(
                        """
                        count: {int: 1, cwf: external unsigned}
                        item:
                          occurs: 0..9
                          cwf: {repeatReference: count}
                          sequence:
                            code: {string: 2}
                        """);
        assertThat(divide(parser, "0" + "2aabb" + "1cc")).containsExactly("0", "2aabb", "1cc");
    }

    @Test
    void aChoiceAtTheEndOfARecordHasTheLengthOfItsBranch() {
        assertThat(divide(cwf(DISPATCHED), "Sxy" + "Labcde" + "Szz"))
                .containsExactly("Sxy", "Labcde", "Szz");
    }

    @Test
    void textsEndWithTheirGroupTerminator() {
        Parser parser =
                tds(
                        """
                        tds: {dataElementSeparation: allElementsDelimited, delimiter: ",", groupTerminator: ";"}
                        sequence:
                          name: string
                          items:
                            tds: {dataElementSeparation: allElementsDelimited, delimiter: "/"}
                            sequence:
                              first: string
                              second: string
                          count: int
                        """);
        assertThat(divide(parser, "Ann,a/b,3;Bob,/,0;C,d,1;"))
                .containsExactly("Ann,a/b,3;", "Bob,/,0;", "C,d,1;");
        assertThat(divide(parser, "Ann,a/b,3;Bob,/,0"))
                .as("the end of the sequence replaces the last terminator")
                .containsExactly("Ann,a/b,3;", "Bob,/,0");
    }

    @Test
    void textsWithTagsEndWithTheirGroupTerminator() {
        Parser parser =
                tds(
                        """
                        tds: {dataElementSeparation: taggedDelimited, delimiter: "|", tagDataSeparator: "=", groupTerminator: "<CR><LF>"}
                        sequence:
                          name: {string: , tds: {tag: N}}
                          count: {int: , tds: {tag: C}, occurs: 0..1}
                        """);
        assertThat(divide(parser, "N=Ann|C=3\r\nN=Bob\r\n"))
                .containsExactly("N=Ann|C=3\r\n", "N=Bob\r\n");
    }

    private static Parser standard(String standard) {
        return Messages.model(
                """
                messageSet: test
                formats: {tds: {messagingStandard: %s}}
                messages: {m: {sequence: {a: {string: , tds: {tag: A}}}}}
                """
                        .formatted(standard));
    }

    @Test
    void interchangesOfEdifactEndAfterTheirTrailer() {
        String una = "UNA:+.? ^UNB+UNOA:1+A+B+1+1^UNH+1+X:1^FTX+it?^s^UNT+3+1^UNZ+1+1^";
        String unb = "UNB+UNOA:1+A+B+1+2'\nUNH+1+X:1'\nUNT+2+1'\nUNZ+1+2'";
        String group = "UNG+X'UNH+1+X:1'UNT+2+1'UNE+1+1'";
        String message = "UNH+1+X:1'FTX+UNT'UNT+2+1'";
        assertThat(divide(standard("edifact"), una + unb + "\r\n \n" + group + message + "\n"))
                .containsExactly(una, unb, group, message);
    }

    @Test
    void interchangesOfX12EndAfterTheirTrailer() {
        String isa =
                "ISA*00*          *00*          *ZZ*A              *ZZ*B              "
                        + "*260101*0101*U*00401*000000001*0*P*>";
        String one = isa + "~GS*PO*1~ST*850*1~BIN*8*IEA*1*1~~SE*2*1~GE*1*1~IEA*1*000000001~";
        String two = isa + "\nGS*PO*1\nST*850*1\nSE*2*1\nGE*1*1\nIEA*1*000000001\n";
        assertThat(divide(standard("x12"), one + two + "\n" + one)).containsExactly(one, two, one);
    }

    @Test
    void messagesOfHl7EndBeforeTheNextHeader() {
        String one = "MSH|^~\\&|A|B\rPID|1|MSH\r";
        String two = "MSH|^~\\&|C|D\r\nPID|2\r\n";
        assertThat(divide(standard("hl7"), one + two + "\r\n" + one + "MSH|^~\\&|E"))
                .containsExactly(one, two, one, "MSH|^~\\&|E");
        assertThat(divide(standard("hl7"), "FHS|^~\\&\rBHS|^~\\&\r" + one + one + "BTS|2\rFTS|1\r"))
                .containsExactly(one, one);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "edifact ; FTX+1'UNT+2+1'            ; expected one of UNB, UNG, UNH",
                "edifact ; UNB+UNOA:1+A+B+1+1'UNT+1' ; expected the segment UNZ for UNB",
                "edifact ; UNB+UNOA:1+A+B+1+1'UNO+1' ; found a package (UNO)",
                "edifact ; UNH+1+X:1'UNT+2+1         ; expected the end of the segment UNT",
                "x12     ; GS*PO*1                   ; expected",
                "hl7     ; PID|1                     ; found 'PID', expected the segment MSH",
                "hl7     ; M                         ; expected the segment MSH",
            })
    void anErrorInAStandardDescribesItsPlace(String standard, String text, String expected) {
        assertThatThrownBy(() -> divide(standard(standard), text.strip()))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void textsOfFixedLengthEndThere() {
        Parser parser =
                tds(
                        """
                        tds: {dataElementSeparation: fixedLength}
                        sequence:
                          name: {string: 3}
                          code: {string: 2, occurs: 2}
                        """);
        assertThat(divide(parser, "Annaabb" + "Bobccdd")).containsExactly("Annaabb", "Bobccdd");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<a>1</a><b>2 ; found the end of the message, expected </b>",
                "<a/>text      ; found \"text\", expected < of an XML document",
                "<a/><!DOCTYPE a><a/>; expected a document without a DOCTYPE",
                "<a><b></a>    ; found </a>, expected </b>",
                "<a/><         ; found the end of the message, expected a tag"
            })
    void anErrorInXmlDescribesItsPlace(String text, String expected) {
        assertThatThrownBy(() -> divide(new XmlnscParser(), text.strip()))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1      ; expected } at the end of the object that begins at byte 0",
                "[] ]           ; found ']', expected a JSON value in UTF-8",
                "1 \"x          ; expected the closing quotation mark of the string"
            })
    void anErrorInJsonDescribesItsPlace(String text, String expected) {
        assertThatThrownBy(() -> divide(new JsonParser(), text.strip()))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void aRecordThatIsCutOffIsReported() {
        assertThatThrownBy(() -> divide(cwf("a: {string: 4}"), "abcdab"))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.PARSE_CUT_OFF));
    }

    /**
     * Damaged sequences: the result is records or an error of the parser, in pieces of any size.
     */
    @Test
    void damagedSequencesAreDividedOrReported() {
        Map<Parser, String> samples =
                Map.of(
                        new XmlnscParser(),
                        "<?xml version='1.0'?><a x='1'><b>2</b><!-- c --></a>\n"
                                + "<a><![CDATA[x]]></a>",
                        new JsonParser(),
                        "{\"a\": [1, \"b\\\"\"]} [true] \"x\" 12",
                        cwf(DISPATCHED),
                        "SxyLabcdeSzz",
                        tds(
                                """
                                tds: {dataElementSeparation: taggedDelimited, delimiter: "|", tagDataSeparator: "=", groupTerminator: ";"}
                                sequence:
                                  name: {string: , tds: {tag: N}}
                                  count: {int: , tds: {tag: C}, occurs: 0..1}
                                """),
                        "N=Ann|C=3;N=Bob;",
                        standard("edifact"),
                        "UNB+UNOA:1+A+B+1+2'UNH+1+X:1'UNT+2+1'UNZ+1+2'UNH+1'UNT+1'",
                        standard("hl7"),
                        "MSH|^~\\&|A\rPID|1\rMSH|^~\\&|C\r\nPID|2\r\n");
        Random random = new Random(Long.getLong("millrace.seed", 1));
        samples.forEach(
                (parser, sample) -> {
                    for (int i = 0; i < CASES; i++) {
                        StringBuilder text = new StringBuilder(sample);
                        for (int n = random.nextInt(4); n >= 0; n--) {
                            int at = random.nextInt(text.length());
                            text.setCharAt(at, sample.charAt(random.nextInt(sample.length())));
                            text.setLength(Math.max(1, text.length() - random.nextInt(2)));
                        }
                        int piece = 1 + random.nextInt(text.length());
                        assertThat(outcome(parser, text.toString(), piece))
                                .as("%s in pieces of %d", text, piece)
                                .isEqualTo(outcome(parser, text.toString(), text.length()));
                    }
                });
    }

    /** Returns the records, or the code of the error. */
    private static Object outcome(Parser parser, String text, int piece) {
        try {
            return divide(parser, text, piece);
        } catch (MillraceException e) {
            return e.code();
        }
    }

    @Test
    void aModelWithoutAnEndOfRecordsIsReported() {
        assertThat(problem(cwf("a: {string: , cwf: {lengthUnits: endOfBitstream}}")))
                .contains("a ends where");
        assertThat(problem(cwf("a: {string: 2, occurs: 0..*}"))).contains("a ends where");
        assertThat(problem(cwf(DISPATCHED.replaceAll("cwf: .*|, cwf: [^}]*}", ""))))
                .contains("a choice of short, a without choiceDispatchKey");
        assertThat(
                        problem(
                                tds(
                                        """
                                        tds: {dataElementSeparation: allElementsDelimited, delimiter: ","}
                                        sequence:
                                          a: string
                                        """)))
                .contains("set groupTerminator of the message's group");
        assertThat(problem(cwf(DISPATCHED))).isEmpty();
    }

    private static String problem(Parser parser) {
        return ((RecordParser) parser)
                .checkRecords(MessageTemplate.domain(parser.domain()))
                .orElse("");
    }
}
