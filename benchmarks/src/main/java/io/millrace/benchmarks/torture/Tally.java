package io.millrace.benchmarks.torture;

import java.util.ArrayList;
import java.util.List;

/** Results of a scenario and crash point. */
public final class Tally {

    private final Scenario scenario;
    private final CrashPoint point;
    private final List<Long> startMillis = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private int cycles;
    private int reached;
    private long messages;
    private long recoveryMicros;

    Tally(Scenario scenario, CrashPoint point) {
        this.scenario = scenario;
        this.point = point;
    }

    public Scenario scenario() {
        return scenario;
    }

    public CrashPoint point() {
        return point;
    }

    /**
     * Counts the death of a victim.
     *
     * @param atPoint whether it died where it should; otherwise it was killed when it did not get
     *     there
     */
    void cycle(boolean atPoint) {
        cycles++;
        reached += atPoint ? 1 : 0;
    }

    /** Counts a victim that was ready. */
    void started(long millis, long recovered) {
        startMillis.add(millis);
        recoveryMicros = Math.max(recoveryMicros, recovered);
    }

    void balanced(long entries, List<Finding> found) {
        messages += entries;
        findings.addAll(found);
    }

    public int cycles() {
        return cycles;
    }

    /** Returns the number of cycles that died at the point itself. */
    public int reached() {
        return reached;
    }

    public long messages() {
        return messages;
    }

    public long count(Finding.Kind kind) {
        return findings.stream().filter(f -> f.kind() == kind).count();
    }

    /** Returns the median time from the start of a process until its flows accepted messages. */
    public long startMillis() {
        List<Long> sorted = startMillis.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    /** Returns the maximum time that flows waited for the recovery of coordinated units. */
    public double recoveryMillis() {
        return recoveryMicros / 1_000.0;
    }
}
