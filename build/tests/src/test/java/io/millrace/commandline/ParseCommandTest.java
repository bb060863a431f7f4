package io.millrace.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code millrace parse} and {@code import-model}. */
class ParseCommandTest {

    private static final String COPYBOOK =
            """
                   01  EMPLOYEE.
                       05  EMP-NAME    PIC X(5).
                       05  SALARY      PIC S9(5)V99 COMP-3.
                       05  SKILLS      PIC X(2) OCCURS 2.
            """;

    @TempDir Path folder;

    private record Result(int code, String out, String err) {}

    private Result millrace(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(out, err, false), args);
        return new Result(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private String file(String name, byte[]... parts) throws IOException {
        return Files.write(folder.resolve(name), join(parts)).toString();
    }

    private static byte[] ebcdic(String text) {
        return text.getBytes(Charset.forName("Cp037"));
    }

    private static byte[] record(String name, int lastPacked) {
        byte[] packed = {0x01, 0x23, 0x45, (byte) lastPacked};
        return join(ebcdic(name), packed, ebcdic("J C "));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private String copybook;

    @BeforeEach
    void writeCopybook() throws IOException {
        copybook = file("emp.cpy", COPYBOOK.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void treesAreShownAsTheEngineSeesThem() throws IOException {
        String xml = file("a.xml", "<a id='1'><b>x</b></a>".getBytes(StandardCharsets.UTF_8));
        Result tree = millrace("parse", "--domain", "XMLNSC", xml);
        assertThat(tree.code()).isZero();
        assertThat(tree.out()).contains("a.xml", ":a = (", "id = '1'", "b = 'x'");
        Result json = millrace("parse", "--domain", "XMLNSC", "--as", "json", xml, xml);
        assertThat(json.out()).isEqualTo("{\"a\":{\"id\":\"1\",\"b\":\"x\"}}\n".repeat(2));
    }

    @Test
    void recordsOfACopybookAreShownOneByOne() throws IOException {
        byte[] ann = record("Ann  ", 0x6C);
        byte[] bob = record("Bob  ", 0x6D);
        String fixed = file("fixed.dat", ann, bob);
        String expected =
                "{\"EMP_NAME\":\"Ann\",\"SALARY\":1234.56,\"SKILLS\":[\"J\",\"C\"]}\n"
                        + "{\"EMP_NAME\":\"Bob\",\"SALARY\":-1234.56,\"SKILLS\":[\"J\",\"C\"]}\n";
        assertThat(
                        millrace(
                                        "parse",
                                        "--copybook",
                                        copybook,
                                        "--records",
                                        "fixed:13",
                                        "--as",
                                        "json",
                                        fixed)
                                .out())
                .isEqualTo(expected);
        byte[] word = {0, 17, 0, 0};
        String rdw = file("rdw.dat", word, ann, word, bob);
        assertThat(
                        millrace(
                                        "parse",
                                        "--copybook",
                                        copybook,
                                        "--records",
                                        "rdw",
                                        "--as",
                                        "json",
                                        rdw)
                                .out())
                .isEqualTo(expected);
    }

    @Test
    void descriptorWordsAreReadAsOtherProgramsWriteThem() throws IOException {
        byte[] ann = record("Ann  ", 0x6C);
        byte[] header = "HEAD".getBytes(StandardCharsets.ISO_8859_1);
        String file = file("le.dat", header, new byte[] {0, 0, 13, 0}, ann, new byte[] {1, 2, 3});
        Result little =
                millrace(
                        "parse",
                        "--copybook",
                        copybook,
                        "--records",
                        "rdw,little,exclusive",
                        "--skip",
                        "4:3",
                        "--as",
                        "json",
                        file);
        assertThat(little.err()).isEmpty();
        assertThat(little.out()).startsWith("{\"EMP_NAME\":\"Ann\"").hasLineCount(1);
        assertThat(millrace("parse", "--skip", "40", file).err())
                .contains("--skip must not exceed the file, which has 24 bytes (found 40");
        String words = file("words.dat", new byte[] {0, 6, 0, 0, 'a', 'b'});
        assertThat(millrace("parse", "--records", "rdw,kept", words).out())
                .contains("000600006162");
    }

    @Test
    void anEmptyFileIsOneEmptyMessage() throws IOException {
        Result result = millrace("parse", "--as", "json", file("empty.dat"));
        assertThat(result.code()).isZero();
        assertThat(result.out()).hasLineCount(1);
    }

    @Test
    void aModelThatWasImportedReadsTheSameRecords() throws IOException {
        String model = folder.resolve("emp.model.yaml").toString();
        Result imported = millrace("import-model", copybook, "--output", model);
        assertThat(imported.code()).as(imported.err()).isZero();
        String one = file("one.dat", record("Ann  ", 0x6C));
        assertThat(millrace("parse", "--model", model, "--message", "EMPLOYEE", one).out())
                .contains("EMP_NAME = 'Ann'")
                .contains("SALARY = 1234.56");
        assertThat(millrace("import-model", copybook, "--output", model).err())
                .contains("must be a new file (found " + model);
    }

    @Test
    void aHeaderOfCIsImportedByItsEnding() throws IOException {
        String header =
                file(
                        "point.h",
                        "struct point { char tag; int x, y; };".getBytes(StandardCharsets.UTF_8));
        String model = folder.resolve("point.model.yaml").toString();
        Result imported =
                millrace("import-model", header, "--byte-order", "bigEndian", "--output", model);
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("kept: 1 message, 3 fields");
        String point = file("point.dat", new byte[] {'A', 0, 0, 0, 0, 0, 0, 7, 0, 0, 1, 0});
        assertThat(
                        millrace("parse", "--model", model, "--as", "json", "--ccsid", "819", point)
                                .out())
                .isEqualTo("{\"tag\":\"A\",\"x\":7,\"y\":256}\n");
        assertThat(millrace("import-model", header, "--pack", "3").err())
                .contains("--pack must be one of 1, 2, 4, 8, 16 (found 3)");
        assertThat(millrace("import-model", model).err()).contains("--from is required");
    }

    @Test
    void aModelIsExportedAndItsSamplesParse() throws IOException {
        String model = folder.resolve("emp.model.yaml").toString();
        millrace("import-model", copybook, "--output", model);
        Result xsd = millrace("export-model", model, "--as", "xsd");
        assertThat(xsd.code()).as(xsd.err()).isZero();
        assertThat(xsd.out()).contains("<xs:element name=\"EMPLOYEE\">");
        assertThat(xsd.err()).contains("dropped: the physical properties of CWF1");
        Path samples = folder.resolve("samples");
        Result made =
                millrace("export-model", model, "--sample", "3", "--output", samples.toString());
        assertThat(made.code()).as(made.err()).isZero();
        String third = samples.resolve("sample-3.msg").toString();
        assertThat(millrace("parse", "--model", model, "--as", "json", third).out())
                .contains("\"EMP_NAME\":");
        assertThat(millrace("export-model", model).err()).contains("--as must be xsd");
        assertThat(millrace("export-model", model, "--as", "pdf").err())
                .contains("--as must be one of xsd, dtd, copybook, html (found pdf)");
    }

    @Test
    void aDamagedRecordIsReportedAndTheOthersAreShown() throws IOException {
        String file =
                file(
                        "bad.dat",
                        record("Ann  ", 0x6C),
                        record("Bob  ", 0x66),
                        record("Eve  ", 0x6C));
        Result result =
                millrace(
                        "parse",
                        "--copybook",
                        copybook,
                        "--records",
                        "fixed:13",
                        "--as",
                        "json",
                        file);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().lines()).hasSize(2);
        assertThat(result.err())
                .contains("bad.dat, record 2: MRM, byte")
                .contains("SALARY")
                .containsOnlyOnce("who can act: sender");
        String cut = file("cut.dat", new byte[] {0, 90, 0, 0, 1});
        assertThat(millrace("parse", "--copybook", copybook, "--records", "rdw", cut).err())
                .contains("found a length of 90, expected 4 to the 5 bytes that are left");
    }

    @Test
    void everyBranchOfAnUnresolvedChoiceIsShown() throws IOException {
        String redefined =
                file(
                        "k.cpy",
                        """
                               01  REC.
                                   05  K  PIC X.
                                   05  A  PIC X(4).
                                   05  B  REDEFINES A PIC 9(4).
                                   05  Z  PIC X.
                        """
                                .getBytes(StandardCharsets.UTF_8));
        String file = file("k.dat", ebcdic("X1234Z"), ebcdic("YabcdZ"));
        Result tree = millrace("parse", "--copybook", redefined, "--records", "fixed:6", file);
        assertThat(tree.err()).isEmpty();
        assertThat(tree.out())
                .isEqualTo(
                        file
                                + """

                                record 1
                                (
                                  (0x03000000:Field):K = 'X'
                                  (0x02000031:UnresolvedChoice): = X'F1F2F3F4'
                                    if A: (
                                      (0x03000000:Field):A = '1234'
                                    )
                                    if B: (
                                      (0x03000000:Field):B = 1234
                                    )
                                  (0x03000000:Field):Z = 'Z'
                                )
                                record 2
                                (
                                  (0x03000000:Field):K = 'Y'
                                  (0x02000031:UnresolvedChoice): = X'81828384'
                                    if A: (
                                      (0x03000000:Field):A = 'abcd'
                                    )
                                    if B: MRM, byte 1: the field B is X'81828384', expected a \
                                digit (found X'81')
                                  (0x03000000:Field):Z = 'Z'
                                )
                                """);
        Result json =
                millrace(
                        "parse",
                        "--copybook",
                        redefined,
                        "--records",
                        "fixed:6",
                        "--as",
                        "json",
                        file);
        assertThat(json.out())
                .startsWith(
                        """
                        {"K":"X","#choice":{"A":"1234","B":1234},"Z":"Z"}
                        {"K":"Y","#choice":{"A":"abcd","B":{"#error":"MRM, byte 1: the field B is \
                        """);
    }

    @Test
    void mistakesInTheOptionsAreExplained() throws IOException {
        String file = file("a.dat", new byte[] {1});
        assertThat(millrace("parse", "--domain", "MRM", file).err())
                .contains("MRM needs --model or --copybook");
        assertThat(millrace("parse", "--domain", "XLM", file).err()).contains("one of BLOB, JSON");
        assertThat(millrace("parse", "--records", "fixed", file).err())
                .contains("fixed:N (N bytes each), rdw[,little][,exclusive][,kept] or lines");
        assertThat(millrace("parse", "--records", "rdw,big", file).err())
                .contains("rdw with little, exclusive or kept");
        assertThat(millrace("parse", "--skip", "x", file).err()).contains("must be N or N:M");
        assertThat(millrace("parse", "--as", "yaml", file).err())
                .contains("must be tree or json (found yaml)");
        Result missing = millrace("parse", folder.resolve("none").toString());
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.err()).contains("does not exist");
        assertThat(millrace("import-model", folder.resolve("none").toString()).code()).isEqualTo(3);
    }

    @Test
    void theFormatOfAModelMayBeOfTexts() throws IOException {
        String model =
                file(
                        "shop.model.yaml",
                        """
                        messageSet: shop
                        formats: {csv: {kind: tds, messagingStandard: csv}, cwf: {kind: cwf}}
                        messages:
                          order:
                            sequence: {id: {int: 3, cwf: external}, name: {string: 5}}
                        """
                                .getBytes(StandardCharsets.UTF_8));
        String line = file("order.csv", "7,\"Zo\u00e9, A\"\n".getBytes(StandardCharsets.UTF_8));
        Result csv = millrace("parse", "--model", model, "--format", "csv", "--as", "json", line);
        assertThat(csv.out()).isEqualTo("{\"id\":7,\"name\":\"Zo\u00e9, A\"}\n");
    }
}
