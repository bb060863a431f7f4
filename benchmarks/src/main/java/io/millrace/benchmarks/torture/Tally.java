package io.millrace.benchmarks.torture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The results of a scenario and crash point. */
public final class Tally {

    /** Columns of {@link #row}. */
    public static final String[] COLUMNS = {
        "scenario",
        "crash point",
        "cycles",
        "there",
        "messages",
        "lost",
        "duplicated",
        "reordered",
        "in doubt",
        "undone",
        "start ms",
        "recovery ms"
    };

    private final Scenario scenario;
    private final CrashPoint point;
    private final List<Long> startMillis = new ArrayList<>();
    private final Map<Books.Kind, Integer> findings = new EnumMap<>(Books.Kind.class);
    private int cycles;
    private int reached;
    private long messages;
    private long recoveryMicros;

    Tally(Scenario scenario, CrashPoint point) {
        this.scenario = scenario;
        this.point = point;
    }

    /** Counts a death; at its point, unless it did not get there. */
    void cycle(boolean atPoint) {
        cycles++;
        reached += atPoint ? 1 : 0;
    }

    void started(VictimProcess victim) {
        startMillis.add(victim.readyMillis());
        recoveryMicros = Math.max(recoveryMicros, victim.recoveryMicros());
    }

    void balanced(long entries, List<Books.Finding> found) {
        messages += entries;
        found.forEach(finding -> findings.merge(finding.kind(), 1, Integer::sum));
    }

    int reached() {
        return reached;
    }

    long messages() {
        return messages;
    }

    /** Returns the cells of a table: starts as median, recovery as maximum. */
    public Object[] row() {
        List<Object> cells =
                new ArrayList<>(List.of(scenario.name(), point, cycles, reached, messages));
        Stream.of(Books.Kind.values()).forEach(kind -> cells.add(findings.getOrDefault(kind, 0)));
        startMillis.sort(null);
        cells.add(startMillis.isEmpty() ? 0 : startMillis.get(startMillis.size() / 2));
        cells.add("%.1f".formatted(recoveryMicros / 1_000.0));
        return cells.toArray();
    }
}
