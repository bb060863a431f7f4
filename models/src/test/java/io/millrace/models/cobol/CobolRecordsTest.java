package io.millrace.models.cobol;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.TestData.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.models.ImportResult;
import io.millrace.models.Rendered;
import io.millrace.parsers.CaseTable;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Records that compilers wrote, read by the model that their copybook becomes. */
@Tag("conformance")
class CobolRecordsTest {

    private static final CaseTable TABLE = new CaseTable("COBOL: JRecord, fields of records");

    private static final Path FILES = folder("cobol-jrecord");
    private static final int NETWORK = 273;

    @BeforeEach
    void filesAreThere() {
        assumeExists(FILES);
    }

    @AfterAll
    static void show() {
        TABLE.end();
    }

    private static Parser parser(Path copybook, CopybookOptions options) throws IOException {
        return parser(copybook, options, model -> model);
    }

    private static Parser parser(
            Path copybook, CopybookOptions options, UnaryOperator<String> edited)
            throws IOException {
        Problems problems = new Problems();
        String text = Files.readString(copybook, StandardCharsets.ISO_8859_1);
        ImportResult imported =
                Copybook.read(new Source(copybook.toString(), text), "records", options, problems);
        problems.throwIfErrors();
        String model = edited.apply(Rendered.yaml(imported));
        Parser parser =
                ParserRegistry.load(CobolRecordsTest.class.getClassLoader())
                        .with(List.of(new Source("records.model.yaml", model)), problems)
                        .domain("MRM")
                        .orElseThrow();
        problems.throwIfErrors();
        return parser;
    }

    private static List<Bytes> records(Path file, int count) throws IOException {
        byte[] all = Files.readAllBytes(file);
        int length = all.length / count;
        assertThat(all.length % count).isZero();
        var records = new ArrayList<Bytes>();
        for (int i = 0; i < count; i++) {
            records.add(new Bytes(all, i * length, (i + 1) * length));
        }
        return records;
    }

    private static Element read(Parser parser, Bytes record, int ccsid, int encoding) {
        return read(parser, MessageTemplate.domain("MRM"), record, ccsid, encoding);
    }

    private static Element read(
            Parser parser, MessageTemplate template, Bytes record, int ccsid, int encoding) {
        return parser.parse(
                record,
                new ParseOptions(
                        template,
                        ccsid,
                        encoding,
                        ParseTiming.COMPLETE,
                        Set.of(),
                        Limits.DEFAULTS));
    }

    private static BigDecimal number(Value value) {
        return value == null ? null : new BigDecimal(value.text());
    }

    /** Num1, Num2 ... have the picture that their number of digits says, two behind the point. */
    @ParameterizedTest
    @CsvSource({
        "mfComp, MICRO_FOCUS, 273",
        "mfCompSync, MICRO_FOCUS, 273",
        "mfCompPositive, MICRO_FOCUS, 273",
        "mfComp5Sync, MICRO_FOCUS, 546",
        "mfComp5positive, MICRO_FOCUS, 546",
        "mvsComp, GNU_MVS, 273",
        "mvsCompSync, GNU_MVS, 273",
        "mvsCompPositive, FUJITSU, 273",
        "mvsComp5Sync, GNU_MVS, 546",
        "mvsComp5positive, FUJITSU, 546",
    })
    void binaryNumbersHoldWhatTheirRecordSays(String name, Dialect dialect, int encoding)
            throws IOException {
        Path folder = FILES.resolve("binary-selfcheck");
        CopybookOptions options = CopybookOptions.DEFAULTS.with(dialect).withCcsid(819);
        Parser parser = parser(folder.resolve(name + ".cbl"), options);
        boolean positive = name.toLowerCase(java.util.Locale.ROOT).contains("positive");
        int compared = 0;
        for (Bytes record : records(folder.resolve(name + ".bin"), 40)) {
            Element body = read(parser, record, 819, encoding);
            BigDecimal said = new BigDecimal(body.textOf("NumA").strip().replace(",", ""));
            BigDecimal expected = positive ? said.abs() : said;
            for (int digits = 2; digits <= 16; digits++) {
                Element field = body.child("Num" + digits);
                if (field != null && expected.abs().compareTo(BigDecimal.TEN.pow(digits)) < 0) {
                    assertThat(number(field.value()))
                            .as("%s of %s", field.name(), said)
                            .isEqualByComparingTo(expected);
                    compared++;
                    TABLE.passed("binary-selfcheck");
                }
            }
            writtenAgainItIsTheSame(parser, record, body, encoding);
        }
        assertThat(compared).isGreaterThan(300);
    }

    private static void writtenAgainItIsTheSame(
            Parser parser, Bytes record, Element body, int encoding) {
        WriteOptions options = WriteOptions.of(MessageTemplate.domain("MRM"), 819, encoding);
        assertThat(parser.write(body, options)).isEqualTo(record);
        Element anew = body.deepCopy();
        assertThat(shown(read(parser, parser.write(anew, options), 819, encoding)))
                .isEqualTo(shown(anew));
    }

    /** Names and values of a tree. */
    private static String shown(Element element) {
        StringBuilder out = new StringBuilder(element.name());
        if (element.value() != null) {
            out.append('=').append(element.value().text());
        }
        for (Element c = element.firstChild(); c != null; c = c.next()) {
            out.append(c.previous() == null ? '(' : ' ').append(shown(c));
        }
        return out.append(element.firstChild() == null ? "" : ")").toString();
    }

    /** The expected records are Cobrix's; this file is read line by line as it stands there. */
    @Test
    void packedRecordsAreReadAsCobrixReadsThem() throws IOException {
        Path folder = FILES.resolve("dtar020");
        Parser parser = parser(folder.resolve("DTAR020.cbl"), CopybookOptions.DEFAULTS);
        List<String> expected =
                Files.readAllLines(folder.resolve("DTAR020.cobrix.expected.jsonl")).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList();
        List<Bytes> records = records(folder.resolve("DTAR020.bin"), expected.size());
        for (int i = 0; i < records.size(); i++) {
            Element body = read(parser, records.get(i), 0, NETWORK);
            String found =
                    "{\"DTAR020_KCODE_STORE_KEY\":{\"DTAR020_KEYCODE_NO\":\"%s\",\"DTAR020_STORE_NO\":%s},\"DTAR020_DATE\":%s,\"DTAR020_DEPT_NO\":%s,\"DTAR020_QTY_SOLD\":%s,\"DTAR020_SALE_PRICE\":%s}"
                            .formatted(
                                    body.at("DTAR020_KCODE_STORE_KEY", "DTAR020_KEYCODE_NO").text(),
                                    body.at("DTAR020_KCODE_STORE_KEY", "DTAR020_STORE_NO").text(),
                                    body.textOf("DTAR020_DATE"),
                                    body.textOf("DTAR020_DEPT_NO"),
                                    body.textOf("DTAR020_QTY_SOLD"),
                                    body.textOf("DTAR020_SALE_PRICE"));
            assertThat(found).isEqualTo(expected.get(i));
            TABLE.passed("dtar020, as Cobrix reads it");
        }
    }

    /** Values between tabs, as JRecord writes them. */
    @ParameterizedTest
    @CsvSource({
        "DTAR020.bin, DTAR020.csv",
        "DTAR020_small.bin, DTAR020_Small_dash.csv",
        "DTAR020_small.bin, DTAR020_Small_uc.csv"
    })
    void packedRecordsAreReadAsJRecordReadsThem(String data, String csv) throws IOException {
        Path folder = FILES.resolve("dtar020");
        Parser parser = parser(folder.resolve("DTAR020.cbl"), CopybookOptions.DEFAULTS);
        List<String> lines = Files.readAllLines(folder.resolve(csv));
        String[] names = lines.getFirst().split("\t");
        int count = (int) Files.size(folder.resolve(data)) / 27;
        List<Bytes> records = records(folder.resolve(data), count);
        assertThat(lines).hasSize(count + 1);
        for (int i = 0; i < count; i++) {
            Element body = read(parser, records.get(i), 0, NETWORK);
            String[] values = lines.get(i + 1).split("\t", -1);
            for (int f = 0; f < names.length; f++) {
                String name = "DTAR020_" + names[f].replace('-', '_').replace("DTAR020_", "");
                Element field = body.child(name);
                field = field != null ? field : body.child("DTAR020_KCODE_STORE_KEY").child(name);
                assertThat(field.text()).as("%s of line %s", name, i + 2).isEqualTo(values[f]);
                TABLE.passed("dtar020, as JRecord reads it");
            }
        }
    }

    /** Tables of 1 to 12 and 1 to 52 entries. */
    @Test
    void tablesAreAsLongAsTheirRecordSays() throws IOException {
        Path folder = FILES.resolve("occurs-depending");
        Parser parser =
                parser(
                        folder.resolve("OccursDepending1.cbl"),
                        CopybookOptions.DEFAULTS.withCcsid(819),
                        CobolRecordsTest::withSignsOfEbcdic);
        for (String line : Files.readAllLines(folder.resolve("OccursDependingOn.txt"))) {
            Element body = read(parser, utf8(line), 819, NETWORK);
            assertThat(entries(body, "Monthly_Sales")).isEqualTo(body.textOf("months"));
            assertThat(entries(body, "Weekly_Purchases")).isEqualTo(body.textOf("week_no"));
            writtenAgainItIsTheSame(parser, utf8(line), body, NETWORK);
            TABLE.passed("occurs-depending, lines");
        }
    }

    /** The file was EBCDIC once; the model's author says so. */
    private static String withSignsOfEbcdic(String model) {
        return model.replaceAll(
                "external ([0-9]+)}",
                "{physicalType: external, length: $1, signEbcdicCustom: true}}");
    }

    private static String entries(Element body, String name) {
        int entries = 0;
        for (Element e = body.firstChild(); e != null; e = e.next()) {
            entries += e.isNamed(name) ? 1 : 0;
        }
        return Integer.toString(entries);
    }

    /** Records of two kinds, which their first character tells. */
    @Test
    void everyRecordOfAFileIsAMessageOfItsOwn() throws IOException {
        Path folder = FILES.resolve("csvtst1");
        CopybookOptions options = CopybookOptions.DEFAULTS.withCcsid(819);
        Parser parser =
                parser(folder.resolve("CsvTst1.cbl"), options, CobolRecordsTest::withSignsOfEbcdic);
        for (String line : Files.readAllLines(folder.resolve("CsvTst1.txt"))) {
            String kind = line.substring(0, 1);
            MessageTemplate template = new MessageTemplate("MRM", "", "record_" + kind, "");
            Bytes record = utf8("%-31s".formatted(line));
            Element body = read(parser, template, record, 819, NETWORK);
            int at = kind.equals("1") ? 6 : 9;
            assertThat(body.textOf("field" + kind + "2"))
                    .isEqualTo(line.substring(at, at + 10).stripTrailing());
            assertThat(body.textOf("field" + kind + "3"))
                    .isEqualTo(line.substring(at + 10).stripTrailing());
            TABLE.passed("csvtst1, lines");
        }
    }
}
