package io.millrace.models.cobol;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.models.cobol.Dialect.GNU;
import static io.millrace.models.cobol.Dialect.IBM;
import static io.millrace.models.cobol.Dialect.MICRO_FOCUS;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.Rendered;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.MrmParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class CopybookTest {

    private static final String PAYROLL =
            """
            000100 01  EMPLOYEE-RECORD.                                             PAY00010
            000200*    The key.
            000300     05  EMP-ID              PIC 9(6).
            000400     05  EMP-NAME            PIC X(20).
            000500     05  FILLER              PIC X(3).
            000600     05  SALARY              PIC S9(7)V99 COMP-3.
            000700     05  BALANCE             PIC S9(5) SIGN LEADING SEPARATE.
            000800     05  DEPT-COUNT          PIC 99.
            000900     05  PAY-TYPE            PIC X VALUE 'M'.
            001000         88  MONTHLY         VALUE 'M'.
            001100         88  HOURLY          VALUE 'H'.
            001200     05  PAY.
            001300         10  MONTHLY-RATE    PIC S9(5)V99 COMP.
            001400     05  PAY-HOURLY REDEFINES PAY.
            001500         10  HOURLY-RATE     PIC S9(3) COMP-5.
            001600     05  DEPARTMENTS OCCURS 1 TO 10 TIMES
            001700             DEPENDING ON DEPT-COUNT.
            001800         10  DEPT-NO         PIC X(4).
            001900         10  SHARE           COMP-1.
            """;

    private static ImportResult read(String text, CopybookOptions options) {
        Problems problems = new Problems();
        ImportResult imported =
                Copybook.read(new Source("payroll.cpy", text), "payroll", options, problems);
        Rendered.assertNone(problems);
        return imported;
    }

    private static String yaml(String text) {
        return Rendered.yaml(read(text, CopybookOptions.DEFAULTS));
    }

    private static List<String> problems(String text) {
        Problems problems = new Problems();
        Copybook.read(new Source("a.cpy", text), "a", CopybookOptions.DEFAULTS, problems);
        return Rendered.problems(problems);
    }

    @Test
    void textAfterColumn72IsReportedIfItBelongsToAnEntry() {
        String record = "       01  REC.\n";
        String gap = " ".repeat(45);
        assertThat(
                        problems(
                                record
                                        + "           05  A OCCURS 2%s PIC X(10).\n".formatted(gap)
                                        + "           05  B PIC X(4)%s OCCURS 3.\n".formatted(gap)))
                .map(problem -> problem.lines().findFirst().orElseThrow())
                .containsExactly(
                        "a.cpy:2:73: error MR1043: found text after column 72, which compilers"
                                + " ignore in the fixed layout",
                        "a.cpy:3:73: error MR1043: found text after column 72, which compilers"
                                + " ignore in the fixed layout");
        assertThat(
                        problems(
                                record
                                        + "           05  CODE-1 PIC X(4)."
                                        + " ".repeat(41)
                                        + "VALUE OF THE CODE\n"
                                        + "           05  CODE-2"
                                        + " ".repeat(51)
                                        + "CR1234\n"
                                        + "               PIC X.\n"))
                .isEmpty();
    }

    @Test
    void aSecondItemOfTheSameNameIsReportedWithItsNewName() {
        String text =
                """
                       01  REC.
                           05  A        PIC X(4).
                           05  FILLER   PIC X.
                           05  FILLER   PIC X.
                           05  A        PIC X(4).
                """;
        assertThat(read(text, CopybookOptions.DEFAULTS).report().notes())
                .extracting(ConversionReport.Note::toString)
                .containsExactly(
                        "payroll.cpy:5:12: changed: A: another item of the group has this name, so"
                                + " its element is named A_2");
    }

    @Test
    void aCopybookBecomesAMessageSet() {
        assertThat(yaml(PAYROLL))
                .isEqualTo(
                        """
                        messageSet: payroll
                        formats:
                          CWF1: {kind: cwf, defaultCcsid: 37}
                        messages:
                          EMPLOYEE_RECORD:
                            sequence:
                              EMP_ID: {int: 6, CWF1: external 6 unsigned}
                              EMP_NAME: {string: 20}
                              SALARY: {decimal: 9.2, CWF1: {physicalType: packed, length: 5, leadingSkipCount: 3}}
                              BALANCE: {int: 5, CWF1: external 6 leadingSeparate}
                              DEPT_COUNT: {short: 2, CWF1: external 2 unsigned}
                              PAY_TYPE: {string: 1, default: M}
                              (7):
                                choice:
                                  PAY:
                                    sequence:
                                      MONTHLY_RATE: {decimal: 7.2, CWF1: integer 4}
                                  PAY_HOURLY:
                                    CWF1: {trailingSkipCount: 2}
                                    sequence:
                                      HOURLY_RATE: {short:, CWF1: integer 2}
                              DEPARTMENTS:
                                occurs: 1..10
                                CWF1: {repeatReference: DEPT_COUNT}
                                sequence:
                                  DEPT_NO: {string: 4}
                                  SHARE: {float:, CWF1: float 4}
                        """);
    }

    @Test
    void whatIsWrittenReadsBackAsTheSameMessageSet() {
        Problems problems = new Problems();
        String written = yaml(PAYROLL);
        MessageSet again = ModelYaml.read(new Source("a.model.yaml", written), problems).set();
        Rendered.assertNone(problems);
        assertThat(ModelYaml.write(again)).isEqualTo(written);
    }

    @Test
    void theReportSaysWhatIsNotTakenOver() {
        assertThat(read(PAYROLL, CopybookOptions.DEFAULTS).report().notes())
                .extracting(Object::toString)
                .containsExactly("payroll.cpy:9:12: dropped: PAY-TYPE: conditions (level 88)");
    }

    @ParameterizedTest
    @CsvSource({
        "PIC X(10)., 10",
        "PIC S9(4) COMP., 2",
        "PIC S9(5) COMP., 4",
        "PIC S9(10) BINARY., 8",
        "PIC S9(5) COMP-3., 3",
        "PIC 9(4) PACKED-DECIMAL., 3",
        "PIC S9(4) SIGN TRAILING SEPARATE., 5",
        "PIC S9(3)V9(4)., 7",
        "PIC 9(3)PP., 3",
        "PIC ZZ9.99-., 7",
        "PIC $$$9.99CR., 9",
        "PIC N(3)., 6",
        "COMP-2., 8",
        "USAGE POINTER., 4",
        "PIC X OCCURS 7., 7",
    })
    void itemsHaveTheBytesOfIbm(String clauses, int bytes) {
        assertThat(bytes(clauses, IBM)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "S9(2), 1, 1",
        "S9(3), 2, 2",
        "S9(5), 3, 4",
        "9(7), 3, 4",
        "S9(7), 4, 4",
        "S9(10), 5, 8",
        "9(12), 5, 8",
        "S9(18), 8, 8",
        "S9(19), 9, 16",
        "9(19), 8, 16",
        "9(20), 9, 16",
        "S9(31), 13, 16",
        "9(38), 16, 16",
    })
    void dialectsDifferInBinaryNumbers(String picture, int microFocus, int gnu) {
        String clauses = "PIC " + picture + " COMP.";
        assertThat(bytes(clauses, MICRO_FOCUS)).isEqualTo(microFocus);
        assertThat(bytes(clauses, GNU)).isEqualTo(gnu);
    }

    /** One character, then a binary number of 2, 5, 10 or 19 digits. */
    @ParameterizedTest
    @CsvSource({
        "IBM, 4, 8, 12, ",
        "FUJITSU, 4, 8, 12, ",
        "MICRO_FOCUS, 2, 4, 6, 10",
        "GNU, 2, 8, 16, 32",
        "GNU_MVS, 4, 8, 16, 32",
    })
    void dialectsDifferInTheAlignmentOfBinaryNumbers(
            Dialect dialect, int two, int five, int ten, Long nineteen) {
        assertThat(synchronizedBytes(2, dialect)).isEqualTo(two);
        assertThat(synchronizedBytes(5, dialect)).isEqualTo(five);
        assertThat(synchronizedBytes(10, dialect)).isEqualTo(ten);
        if (nineteen != null) {
            assertThat(synchronizedBytes(19, dialect)).isEqualTo(nineteen);
        }
    }

    private static long synchronizedBytes(int digits, Dialect dialect) {
        return bytes("PIC X. 05 C PIC S9(" + digits + ") COMP SYNC.", dialect);
    }

    @Test
    void aBinaryNumberWithMoreDigitsThanTheCompilerPermitsIsAnError() {
        assertThat(problems("       01 A.\n          05 B PIC 9(19) COMP.\n"))
                .containsExactly(
                        """
                        a.cpy:2:11: error MR1043: B: found 19 digits, expected at most 18 in a \
                        binary number of the dialect ibm
                                      05 B PIC 9(19) COMP.
                                      ^^
                            Use PACKED-DECIMAL, or select the compiler that wrote the records: \
                        microFocus, gnu, gnuMvs\
                        """);
    }

    @Test
    void aBinaryNumberOf16BytesIsReadAndWritten() {
        String text = "       01 R.\n          05 N PIC S9(20) COMP.\n          05 T PIC X.\n";
        CopybookOptions options = CopybookOptions.DEFAULTS.with(GNU).withCcsid(819);
        Parser parser =
                new MrmParser()
                        .with(
                                List.of(
                                        new Source(
                                                "r.model.yaml",
                                                Rendered.yaml(read(text, options)))),
                                new Problems());
        byte[] bytes = new byte[17];
        Arrays.fill(bytes, 0, 16, (byte) 0xFF);
        bytes[15] = (byte) 0xFE;
        bytes[16] = 'x';
        Element record =
                parser.parse(
                        Bytes.of(bytes), ParseOptions.of(MessageTemplate.domain("MRM"), 819, 273));
        assertThat(record.textOf("N")).isEqualTo("-2");
        assertThat(record.textOf("T")).isEqualTo("x");
        record.child("N").value(Value.of(258));
        assertThat(
                        parser.write(
                                        record.deepCopy(),
                                        WriteOptions.of(MessageTemplate.domain("MRM"), 819, 273))
                                .hex())
                .isEqualTo("0000000000000000000000000000010278");
    }

    /** Compilers reject SIGN without S; a SIGN of a group does not apply to such items. */
    @ParameterizedTest
    @ValueSource(strings = {"SIGN LEADING SEPARATE", "SIGN IS TRAILING SEPARATE", "SIGN LEADING"})
    void aSignWithoutSInThePictureIsAnError(String sign) {
        assertThat(problems("       01 A.\n          05 B PIC 9(4) " + sign + ".\n"))
                .containsExactly(
                        """
                        a.cpy:2:11: error MR1043: B: found SIGN with a picture without S, expected \
                        a picture such as S9(4)
                                      05 B PIC 9(4) %s.
                                      ^^
                            Add S if the records contain the sign; otherwise remove SIGN\
                        """
                                .formatted(sign));
        String group = "       01 A " + sign + ".\n          05 B PIC 9(4).\n";
        assertThat(read(group, CopybookOptions.DEFAULTS).report().problems().all()).isEmpty();
    }

    /** Micro Focus COBOL permits these usages for strings of bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"COMP-X", "COMP-5", "COMPUTATIONAL-X"})
    void aBinaryNumberCanHaveAnAlphanumericPicture(String usage) {
        String text = "       01 A.\n          05 B PIC X(4) " + usage + ".\n";
        assertThat(read(text, CopybookOptions.DEFAULTS).report().problems().all()).isEmpty();
    }

    @Test
    void aValueThatNoConditionPermitsIsDropped() {
        String text =
                """
                       01 R.
                          05 A PIC X VALUE 'N'.
                             88 YES VALUE 'Y'.
                          05 B PIC 99 VALUE 5.
                             88 FIVE VALUE 05.
                """;
        ImportResult result =
                read(
                        text,
                        CopybookOptions.DEFAULTS
                                .with(CopybookOptions.Choice.CONDITIONS, true)
                                .with(CopybookOptions.Choice.VALUES, true));
        assertThat(result.report().notes().stream().map(Object::toString))
                .anyMatch(
                        note ->
                                note.endsWith(
                                        "A: VALUE N, which is not a value of its conditions (level"
                                                + " 88)"));
        assertThat(Rendered.yaml(result)).contains("default: 5").doesNotContain("default: N");
    }

    private static long bytes(String clauses, Dialect dialect) {
        CopybookOptions options = CopybookOptions.DEFAULTS.with(dialect);
        ConversionReport report = new ConversionReport();
        Source source = new Source("a.cpy", "       01 A.\n          05 B " + clauses + "\n");
        List<Item> items = Copybook.items(source, options, report);
        int all = new StorageLayout(options, report).lay(items);
        assertThat(report.problems().all()).isEmpty();
        return all;
    }

    @Test
    void slackBytesOfSynchronizedItemsAreSkipped() {
        String text =
                """
                       01  A.
                           05  T OCCURS 3.
                               10  B  PIC X.
                               10  C  PIC S9(9) COMP SYNC.
                               10  D  PIC X.
                """;
        assertThat(yaml(text))
                .endsWith(
                        """
                        T:
                          occurs: 3
                          CWF1: {trailingSkipCount: 3}
                          sequence:
                            B: {string: 1}
                            C: {int: 9, CWF1: {physicalType: integer, length: 4, leadingSkipCount: 3}}
                            D: {string: 1}
                        """
                                .indent(6));
    }

    @Test
    void linesMayBeFree() {
        assertThat(
                        yaml(
                                """
                                01 A. *> a record
                                  05 B PIC X(3).
                                  05 C PIC 9(2).
                                """))
                .contains("B: {string: 3")
                .contains("C:");
    }

    @ParameterizedTest
    @CsvSource({
        "'05 A PIK X(3).', 'found ''PIK'', expected a clause or a full stop|did you mean'",
        "'05 A PIC S9(7)V99 COMP3.', 'found ''COMP3'', expected a clause or|did you mean COMP-3?'",
        "'05 A PIC Q(3).', 'found ''Q(3)'', expected a picture such as X(20) or S9(7)V99'",
        "'05 A PIC X(3)', 'expected a full stop after A'",
        "'A PIC X.', 'found ''A'', expected a level number'",
        "'COPY OTHER.', 'COPY, which must be resolved'",
        "'05 A PIC X. 05 B REDEFINES XYZ PIC X.', '1:35|B redefines ''XYZ''|expected an item before"
                + " it|before it are A'",
        "'05 A PIC X OCCURS 1 TO 5 DEPENDING ON N.', 'A depends on ''N''|expected an item before'",
        "'01 R. 05 LEN PIC 9. 05 A PIC X OCCURS 1 TO 5 DEPENDING ON N.', 'items before it are LEN'",
        "'05 A PIC X OCCURS 5 TO 1.', 'expected a count or a range'",
        "'05 A PIC X VALUE ''abc.', 'found a literal that is not closed'",
        "'* nothing', 'found no data item'",
        "'01 R. 05 D PIC X(4) COMP-3.', '1:23|D: found PIC X(4) with COMP-3, expected a picture of"
                + " a number such as S9(7)|remove COMP-3'",
        "'01 R. 05 F PIC X(4) COMP.', 'F: found PIC X(4) with COMP, expected a picture of a"
                + " number'",
        "'01 R. 05 F PIC ZZ9 BINARY.', 'found PIC ZZ9 with BINARY, expected a picture of a number'",
        "'01 R. 05 L PIC X(3). 10 TOP PIC X.', '1:23|L: found a picture and subordinate items"
                + " (TOP), expected only one of them|Correct the level number of TOP'",
    })
    void mistakesAreReportedWithTheirPlace(String entry, String expected) {
        String first = problems("       " + entry + "\n").getFirst();
        assertThat(first).startsWith("a.cpy:1:").contains("error MR1043");
        assertThat(first).contains(expected.split("\\|"));
    }

    @Test
    void tablesMayAlwaysHaveTheirLargestSize() {
        String text =
                """
                       01 R.
                          05 N PIC 9.
                          05 T OCCURS 1 TO 3 TIMES DEPENDING ON N PIC S99.
                          05 E PIC S9(2) SIGN LEADING SEPARATE.
                """;
        CopybookOptions options =
                CopybookOptions.DEFAULTS
                        .with(CopybookOptions.Choice.LARGEST_TABLES, true)
                        .with(CopybookOptions.Choice.EBCDIC_SIGNS, true)
                        .withCcsid(819);
        String model = Rendered.yaml(read(text, options));
        assertThat(model)
                .contains("occurs: 3")
                .doesNotContain("repeatReference")
                .containsOnlyOnce("signEbcdicCustom");
        Parser parser =
                new MrmParser().with(List.of(new Source("r.model.yaml", model)), new Problems());
        Element record =
                parser.parse(
                        utf8("11B2}3J+44"),
                        ParseOptions.of(MessageTemplate.domain("MRM"), 819, 273));
        var values = new ArrayList<String>();
        for (Element e = record.firstChild(); e != null; e = e.next()) {
            values.add(e.name() + "=" + e.text());
        }
        assertThat(values).containsExactly("N=1", "T=12", "T=-20", "T=-31", "E=44");
        assertThat(
                        parser.write(
                                record.deepCopy(),
                                WriteOptions.of(MessageTemplate.domain("MRM"), 819, 273)))
                .isEqualTo(utf8("11B2}3J+44"));
    }
}
