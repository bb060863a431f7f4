package io.millrace.flows.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whatever an editor saved is read, or refused with the place where it is no text. */
class TextFilesTest {

    private static final String TEXT = "SET x = 'Ä';\nSET y = '日😀';\n";

    @TempDir Path folder;

    private final Problems problems = new Problems();

    private Source read(byte[] bytes) throws IOException {
        return TextFiles.read(Files.write(folder.resolve("a.esql"), bytes), problems);
    }

    private String refused(byte[] bytes) throws IOException {
        assertThat(read(bytes)).isNull();
        assertThat(problems.all()).hasSize(1);
        Problem problem = problems.all().getFirst();
        assertThat(problem.code().id()).isEqualTo("MR1028");
        return problem.render().replace(folder.resolve("a.esql").toString(), "a.esql");
    }

    private static byte[] marked(Charset charset) {
        return ("\uFEFF" + TEXT).getBytes(charset);
    }

    @Test
    void readsUtf8AndUtf16WithAByteOrderMark() throws IOException {
        assertThat(read(TEXT.getBytes(StandardCharsets.UTF_8)).text()).isEqualTo(TEXT);
        assertThat(read(marked(StandardCharsets.UTF_8)).text()).isEqualTo(TEXT);
        assertThat(read(marked(StandardCharsets.UTF_16BE)).text()).isEqualTo(TEXT);
        assertThat(read(marked(StandardCharsets.UTF_16LE)).text()).isEqualTo(TEXT);
        assertThat(read(new byte[0]).text()).isEmpty();
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void endsLinesWithLineFeedCarriageReturnOrBoth() throws IOException {
        Source source = read("a\rb\r\nc\nd\r".getBytes(StandardCharsets.UTF_8));
        assertThat(source.text()).isEqualTo("a\nb\r\nc\nd\n");
        assertThat(source.at(source.text().indexOf('d')))
                .hasToString(folder.resolve("a.esql") + ":4:1");
        assertThat(source.line(2)).isEqualTo("b");
    }

    @Test
    void saysWhereAByteIsNotUtf8() throws IOException {
        assertThat(refused("SET a = 1;\n  'ü".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo(
                        """
                        a.esql:2:4: error MR1028: byte 0xFC at offset 14 is not UTF-8
                              'ü
                               ^
                            save the file in UTF-8\
                        """);
    }

    @Test
    void saysWhereUtf16EndsInTheMiddleOfACharacter() throws IOException {
        byte[] whole = marked(StandardCharsets.UTF_16LE);
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 1);
        assertThat(refused(cut)).startsWith("a.esql:2:").contains("is not UTF-16LE");
    }

    @Test
    void aBinaryFileIsNoText() throws IOException {
        assertThat(refused(new byte[] {'P', 'K', '\n', 3, 0, 7}))
                .startsWith(
                        "a.esql:2:2: error MR1028: found a NUL character: the file is not text");
    }

    @Test
    void anEndlessFileIsNotRead() {
        assertThat(TextFiles.read(Path.of("/dev/zero"), problems)).isNull();
        assertThat(problems.all())
                .singleElement()
                .extracting(Problem::text)
                .isEqualTo("this is not a regular file");
    }
}
