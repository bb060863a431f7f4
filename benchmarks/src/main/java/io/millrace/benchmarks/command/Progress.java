package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.server.console.Console;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells the person who waits what was measured: in one line that changes, or in many. */
final class Progress {

    private static final int WIDTH = 118;

    private final Console console;
    private final int total;
    private int done;

    Progress(Console console, int total) {
        this.console = console;
        this.total = total;
    }

    void measured(List<ResultRow> rows) {
        Work work = rows.getFirst().work();
        String rates =
                rows.stream()
                        .map(
                                row ->
                                        String.format(
                                                Locale.ROOT,
                                                "%s %,.0f/s",
                                                row.who(),
                                                row.rate().perSecond()))
                        .collect(Collectors.joining(", "));
        String line =
                "[%d/%d] %s %s: %s".formatted(++done, total, work.section(), name(work), rates);
        if (console.isTerminal()) {
            String cut = line.substring(0, Math.min(line.length(), WIDTH));
            console.err().print("\r" + cut + " ".repeat(WIDTH - cut.length()));
            console.err().flush();
        } else {
            console.err().println(line);
        }
    }

    /** A piece of work as a person reads it. */
    static String name(Work work) {
        String persistent = work.persistent() ? ", persistent" : "";
        return work.scenarioId() + ", " + work.sizeBytes() + " bytes" + persistent;
    }

    void done() {
        if (console.isTerminal()) {
            console.err().print("\r" + " ".repeat(WIDTH) + "\r");
            console.err().flush();
        }
    }
}
