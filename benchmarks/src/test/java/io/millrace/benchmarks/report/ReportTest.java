package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.page.Page;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class ReportTest {

    private static final Path GOLDEN = Path.of("src/test/resources/report/every-kind.md");

    private final Page page = Report.of(List.of(SmallResult.everyKind()));

    @Test
    void markdownIsAsItWas() throws IOException {
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(GOLDEN, page.markdown());
        }
        assertThat(page.markdown()).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void htmlNeedsNoOtherFileAndNoScript() {
        assertThat(page.html())
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n")
                .contains("<svg", "prefers-color-scheme: dark")
                .doesNotContain("<script", "src=", "http", "url(", "@import");
    }

    @Test
    void textOfResultsIsNeverMarkup() {
        assertThat(page.html())
                .contains("a|b &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;")
                .contains("Processor &lt;X&gt; &amp; Co");
        assertThat(page.markdown()).contains("a\\|b \\<script\\>");
    }

    @Test
    void whatWasNotMeasuredIsSaidAndIsNotZero() {
        String lines =
                page.markdown()
                        .lines()
                        .filter(l -> l.startsWith("| compute-simple | 4 KB | no |"))
                        .findFirst()
                        .orElseThrow();
        assertThat(lines).contains("| 379 | not measured |").doesNotContain("| 0");
    }

    @Test
    void aReportOfNothingIsAReportOfTheReports() {
        assertThat(Report.of(List.of()).markdown())
                .contains("| mqinput-mqoutput | 1 KB | no | 1,176 |");
        assertThat(Report.of(List.of()).html()).doesNotContain("<svg");
    }
}
