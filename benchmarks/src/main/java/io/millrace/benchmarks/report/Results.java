package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * All rows of several runs. Where two runs measured the same, the one that started later counts.
 */
final class Results implements Figures {

    private final Map<Key, ResultRow> rows = new LinkedHashMap<>();

    /** Who did what; {@code bytes} may be 0 in a question where the scenario fixes the size. */
    private record Key(String scenario, String who, boolean persistent, int bytes) {
        static Key of(ResultRow row) {
            Work work = row.work();
            return new Key(work.scenarioId(), row.who(), work.persistent(), work.sizeBytes());
        }

        boolean answers(Key question) {
            return question.bytes == 0
                    && scenario.equals(question.scenario)
                    && who.equals(question.who)
                    && persistent == question.persistent;
        }
    }

    Results(List<RunResult> runs) {
        List<RunResult> inOrder = new ArrayList<>(runs);
        inOrder.sort(Comparator.comparing(RunResult::started));
        for (RunResult run : inOrder) {
            for (ResultRow row : run.rows()) {
                rows.put(Key.of(row), row);
            }
        }
    }

    /** All rows, in the order of measurement. */
    List<ResultRow> rows() {
        return List.copyOf(rows.values());
    }

    Optional<ResultRow> row(Work work, String who) {
        return row(work.scenarioId(), who, work.persistent(), work.sizeBytes());
    }

    private Optional<ResultRow> row(String scenario, String who, boolean persistent, int bytes) {
        Key question = new Key(scenario, who, persistent, bytes);
        ResultRow exact = rows.get(question);
        if (exact != null || bytes != 0) {
            return Optional.ofNullable(exact);
        }
        return rows.entrySet().stream()
                .filter(e -> e.getKey().answers(question))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Everybody but Millrace and the bare loop who did what a scenario of the report does. */
    List<String> peers(List<Work> works) {
        TreeSet<String> peers = new TreeSet<>();
        for (ResultRow row : rows.values()) {
            boolean own = List.of(Who.MILLRACE, Who.BARE, Who.JMH, Who.ENGINE).contains(row.who());
            if (!own && works.stream().anyMatch(w -> Key.of(row).equals(key(w, row.who())))) {
                peers.add(row.who());
            }
        }
        return List.copyOf(peers);
    }

    private static Key key(Work work, String who) {
        return new Key(work.scenarioId(), who, work.persistent(), work.sizeBytes());
    }

    @Override
    public OptionalDouble at(Point point) {
        return row(point.scenario(), point.who(), point.persistent(), point.bytes())
                .map(row -> value(row, point.measure()))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    /** The figure, or null. */
    private static Double value(ResultRow row, Measure measure) {
        Cost cost = row.cost();
        return switch (measure) {
            case RATE -> row.rate().perSecond();
            case CPU_PERCENT -> cost == null ? null : cost.cpuPercent();
            case CPU_MILLIS -> cost == null ? null : cost.cpuMillisPerMessage();
            case ALLOCATED -> cost == null ? null : cost.allocatedBytesPerMessage();
            case IN_TURNS -> row.extra().get("ratio");
        };
    }
}
