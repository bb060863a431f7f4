package io.millrace.parsers.model.cobol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.Messages;
import io.millrace.parsers.model.Imported;
import io.millrace.parsers.model.yaml.ModelYaml;

import org.junit.jupiter.api.BeforeEach;
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

/** Records that compilers wrote, read by the model that their copybook becomes. */
class CobolRecordsTest {

    private static final Path FILES =
            Path.of(System.getProperty("millrace.testdata", "../../shared/testdata"))
                    .resolve("cobol-jrecord");
    private static final int NETWORK = 273;

    @BeforeEach
    void filesAreThere() {
        assumeTrue(Files.isDirectory(FILES), "no test data at " + FILES);
    }

    private static Parser parser(Path copybook, CopybookOptions options) throws IOException {
        Problems problems = new Problems();
        String text = Files.readString(copybook, StandardCharsets.ISO_8859_1);
        Imported imported =
                Copybook.read(new Source(copybook.toString(), text), "records", options, problems);
        problems.throwIfErrors();
        String model = ModelYaml.write(imported.set().orElseThrow());
        Parser parser =
                Messages.PARSERS
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
        List<Bytes> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(new Bytes(all, i * length, (i + 1) * length));
        }
        return records;
    }

    private static Element read(Parser parser, Bytes record, int ccsid, int encoding) {
        return parser.parse(
                record,
                new ParseOptions(
                        MessageTemplate.domain("MRM"),
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
        "mvsComp, FUJITSU, 273",
        "mvsCompSync, FUJITSU, 273",
        "mvsCompPositive, FUJITSU, 273",
        "mvsComp5Sync, FUJITSU, 546",
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
        assertThat(read(parser, parser.write(anew, options), 819, encoding).toString())
                .isEqualTo(anew.toString());
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
        }
    }
}
