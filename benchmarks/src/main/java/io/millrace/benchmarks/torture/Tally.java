package io.millrace.benchmarks.torture;

import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The results of a scenario and crash point. */
final class Tally {

    private static final String COLUMNS =
            "scenario,crash point,cycles,there,messages,lost,duplicated,reordered,in doubt,undone,"
                    + "start ms,recovery ms";

    final Scenario scenario;
    final CrashPoint point;
    final List<Long> startMillis = new ArrayList<>();
    final Map<Books.Kind, Integer> findings = new EnumMap<>(Books.Kind.class);
    int cycles;

    /** Number of crashes at the point. Other victims did not reach the crash point. */
    int reached;

    long messages;
    long recoveryMicros;

    Tally(Scenario scenario, CrashPoint point) {
        this.scenario = scenario;
        this.point = point;
    }

    /** Prints a table, with the median of the start times and the maximum of the recovery times. */
    static void print(List<Tally> tallies, Console console) {
        Table table = new Table(COLUMNS.split(","));
        for (Tally tally : tallies) {
            List<Object> cells =
                    new ArrayList<>(
                            List.of(
                                    tally.scenario.name(),
                                    tally.point,
                                    tally.cycles,
                                    tally.reached,
                                    tally.messages));
            for (Books.Kind kind : Books.Kind.values()) {
                cells.add(tally.findings.getOrDefault(kind, 0));
            }
            List<Long> starts = tally.startMillis.stream().sorted().toList();
            cells.add(starts.isEmpty() ? 0 : starts.get(starts.size() / 2));
            cells.add("%.1f".formatted(tally.recoveryMicros / 1_000.0));
            table.row(cells.toArray());
        }
        table.print(console);
    }
}
