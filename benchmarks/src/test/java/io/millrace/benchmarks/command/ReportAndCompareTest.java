package io.millrace.benchmarks.command;

import static io.millrace.benchmarks.result.Results.row;
import static io.millrace.benchmarks.result.Results.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.server.command.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

final class ReportAndCompareTest {

    @TempDir private Path folder;

    private Path file(String name, Double... rounds) {
        Path file = folder.resolve(name);
        ResultFile.write(run("node-costs", row("filter", false, 1024, "millrace", rounds)), file);
        return file;
    }

    @Test
    void reportWritesThePageAndTheGoalsAndNamesThem() {
        Path pages = folder.resolve("a/b");
        BenchRun run = BenchRun.of("report", file("x.json", 500.0), "--out", pages);
        assertThat(run.code()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines())
                .containsExactly(
                        pages.resolve("report.html").toString(),
                        pages.resolve("goals.md").toString());
        assertThat(pages.resolve("report.html")).content().contains("\"644\"", "\"500\"");
        assertThat(pages.resolve("goals.md")).content().startsWith("| what | goal | part |");
    }

    @Test
    void reportRejectsAFileOfAnotherFormat() throws Exception {
        Path file = Files.writeString(folder.resolve("x.json"), "[1, 2]");
        BenchRun run = BenchRun.of("report", file, "--out", folder);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("x.json is not a result file");
        run = BenchRun.of("report", folder.resolve("no.json"), "--out", folder);
        assertThat(run.code()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(run.err()).contains("does not exist");
    }

    @Test
    void compareEndsWithOneWhereSomethingIsSlower() {
        BenchRun run =
                BenchRun.of(
                        "compare",
                        file("old.json", 500.0, 501.0, 499.0),
                        file("new.json", 400.0, 401.0, 399.0));
        assertThat(run.code()).isEqualTo(ExitCode.ERRORS);
        assertThat(run.out()).contains("-20.0").contains("slower");
        assertThat(run.err()).contains("1 slower, 0 faster, 0 within the noise, 0 not judged");
    }

    @Test
    void compareShowsRowsWithinTheNoiseOnlyWithAll() {
        Path old = file("old.json", 500.0, 501.0, 499.0);
        BenchRun run = BenchRun.of("compare", old, old);
        assertThat(run.code()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).isEmpty();
        assertThat(BenchRun.of("compare", old, old, "--all").out()).contains("within the noise");
    }

    @Test
    void compareOfADifferentCommandSaysSo() {
        Path now = folder.resolve("jmh.json");
        ResultFile.write(run("jmh", row("publication", false, 0, "engine", 1.0)), now);
        BenchRun run = BenchRun.of("compare", file("old.json", 500.0), now);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("no row in common", "'jmh' with publication");
    }
}
