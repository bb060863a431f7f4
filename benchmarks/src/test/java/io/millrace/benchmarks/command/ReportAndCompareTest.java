package io.millrace.benchmarks.command;

import static io.millrace.benchmarks.report.SmallResult.row;
import static io.millrace.benchmarks.report.SmallResult.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReportAndCompareTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir private Path folder;

    private int bench(Object... arguments) {
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        return Bench.run(new Console(out, err, false), words);
    }

    private Path file(String name, Double... rounds) {
        Path file = folder.resolve(name);
        ResultRow row = row("filter", "7.4", false, 1024, "millrace", rounds);
        ResultFile.write(run("node-costs", row), file);
        return file;
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportWritesBothPagesAndNamesThem() {
        Path pages = folder.resolve("a/b");
        assertThat(bench("report", file("x.json", 500.0), "--out", pages)).isEqualTo(ExitCode.OK);
        assertThat(out().lines())
                .containsExactly(
                        pages.resolve("report.html").toString(),
                        pages.resolve("report.md").toString());
        assertThat(pages.resolve("report.html")).isNotEmptyFile();
        assertThat(pages.resolve("report.md"))
                .content()
                .contains("| filter | 1 KB | no | 644 | 500 |");
    }

    @Test
    void reportRefusesAFileOfAnotherFormat() throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), "[1, 2]");
        assertThat(bench("report", file, "--out", folder)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("x.json is not a result file");
        assertThat(bench("report", folder.resolve("no.json"), "--out", folder))
                .isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(err()).contains("there is no such file");
    }

    @Test
    void compareEndsWithOneWhereSomethingIsSlower() {
        Path old = file("old.json", 500.0, 501.0, 499.0);
        Path now = file("new.json", 400.0, 401.0, 399.0);
        assertThat(bench("compare", old, now)).isEqualTo(ExitCode.ERRORS);
        assertThat(out()).contains("-20.0").contains("slower");
        assertThat(err()).contains("1 slower, 0 faster, 0 within the noise, 0 not judged");
    }

    @Test
    void compareShowsRowsWithinTheNoiseOnlyWhenAsked() {
        Path old = file("old.json", 500.0, 501.0, 499.0);
        assertThat(bench("compare", old, old)).isEqualTo(ExitCode.OK);
        assertThat(out()).isEmpty();
        assertThat(bench("compare", old, old, "--all")).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("within the noise");
    }

    @Test
    void compareOfADifferentCommandSaysSo() {
        Path old = file("old.json", 500.0);
        Path now = folder.resolve("jmh.json");
        ResultFile.write(run("jmh", row("publication", "", false, 0, "engine", 1.0)), now);
        assertThat(bench("compare", old, now)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("no row in common", "'jmh' with publication");
    }

    @Test
    void helpHasPercentSigns() {
        assertThat(bench("compare", "--help")).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("what the 99 %").doesNotContain("%%");
    }
}
