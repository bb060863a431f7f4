package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Column;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was run, where, and how to run it again. */
final class RunsPart {

    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm").withZone(ZoneOffset.UTC);
    private static final double MEGABYTE = 1024 * 1024;

    private RunsPart() {}

    static List<Block> blocks(List<RunResult> runs) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(2, "Runs"));
        blocks.add(
                new Block.Table(
                        List.of(
                                Column.words("command"),
                                Column.words("began (UTC)"),
                                Column.number("minutes"),
                                Column.number("rows"),
                                Column.words("Millrace"),
                                Column.words("commit"),
                                Column.words("Java"),
                                Column.words("options")),
                        runs.stream().map(RunsPart::run).toList()));
        Set<Machine> machines = new LinkedHashSet<>();
        runs.forEach(r -> machines.add(rounded(r.machine())));
        blocks.add(new Block.Heading(3, machines.size() == 1 ? "Machine" : "Machines"));
        blocks.add(machines(List.copyOf(machines)));
        if (machines.size() > 1) {
            blocks.add(
                    new Block.Text(
                            "The runs differ in what they say of the machine. Compare only figures"
                                    + " of one run with each other."));
        }
        blocks.add(new Block.Heading(3, "To repeat them"));
        blocks.add(new Block.Listing(commands(runs)));
        return blocks;
    }

    private static List<Cell> run(RunResult run) {
        Software software = run.software();
        return List.of(
                Cell.of(run.command()),
                Cell.of(DAY_AND_TIME.format(run.started())),
                Cell.of(Numbers.brief(run.seconds() / 60)),
                Cell.of(Integer.toString(run.rows().size())),
                Cell.of(software.millrace()),
                Cell.of(software.commit()),
                Cell.of(software.java()),
                Cell.of(software.options()));
    }

    /** Without the digits that differ from run to run. */
    private static Machine rounded(Machine m) {
        double step = Math.pow(10, Math.floor(Math.log10(Math.max(1, m.forcedWriteMicros()))));
        return new Machine(
                m.cpu(),
                m.cores(),
                m.memoryBytes(),
                m.heapBytes(),
                m.os(),
                m.fileSystem(),
                Math.round(m.forcedWriteMicros() / step) * step,
                m.journal());
    }

    private static Block machines(List<Machine> machines) {
        return new Block.Table(
                List.of(
                        Column.words("processor"),
                        Column.number("cores"),
                        Column.number("memory, MB"),
                        Column.number("heap, MB"),
                        Column.words("system"),
                        Column.words("file system"),
                        Column.number("forced write of 4 KB, \u00b5s"),
                        Column.words("journal")),
                machines.stream()
                        .map(
                                m ->
                                        List.of(
                                                Cell.of(m.cpu()),
                                                Cell.of(Integer.toString(m.cores())),
                                                Cell.of(Numbers.brief(m.memoryBytes() / MEGABYTE)),
                                                Cell.of(Numbers.brief(m.heapBytes() / MEGABYTE)),
                                                Cell.of(m.os()),
                                                Cell.of(m.fileSystem()),
                                                Cell.of(Numbers.brief(m.forcedWriteMicros())),
                                                Cell.of(m.journal())))
                        .toList());
    }

    private static List<String> commands(List<RunResult> runs) {
        List<String> lines = new ArrayList<>();
        String at = "";
        for (RunResult run : runs) {
            String commit = run.software().commit();
            if (!commit.equals(at) && commit.matches("[0-9a-f]+\\+?")) {
                lines.add(
                        commit.endsWith("+")
                                ? "# at " + commit.replace("+", ", with changes of the day")
                                : "git checkout " + commit);
                at = commit;
            }
            lines.add(("./millrace bench " + run.command() + " " + run.arguments()).strip());
        }
        return lines;
    }
}
