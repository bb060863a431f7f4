package io.millrace.benchmarks.report;

import io.millrace.benchmarks.reference.AixRates;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.ReportRow;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The published reports' own figures. */
final class Reported implements Figures {

    private static final Map<Row, ReportRow> ROWS =
            ReportRow.all().stream()
                    .collect(Collectors.toMap(r -> Row.of(r.work()), Function.identity()));

    /** What is looked for. */
    private record Row(String scenario, boolean persistent, int bytes) {
        static Row of(Work work) {
            return new Row(work.scenarioId(), work.persistent(), work.sizeBytes());
        }
    }

    @Override
    public OptionalDouble at(Point point) {
        if (point.who().equals(Who.ENGINE)) {
            return OptionalDouble.empty();
        }
        Double aix = AixRates.rates().get(point.scenario());
        if (aix != null) {
            return OptionalDouble.of(aix);
        }
        ReportRow row = ROWS.get(new Row(point.scenario(), point.persistent(), point.bytes()));
        if (row == null) {
            return OptionalDouble.empty();
        }
        return switch (point.measure()) {
            case RATE -> OptionalDouble.of(row.messagesPerSecond());
            case CPU_PERCENT -> OptionalDouble.of(row.cpuPercent());
            case CPU_MILLIS -> OptionalDouble.of(row.cpuMillisPerMessage());
            case ALLOCATED, IN_TURNS -> OptionalDouble.empty();
        };
    }
}
