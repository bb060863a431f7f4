package io.millrace.benchmarks.report;

import io.millrace.benchmarks.drive.ReportRow;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;

import java.util.Objects;

/**
 * One figure of a run or of a report. A missing figure is NaN.
 *
 * @param scenario id of the scenario
 * @param bytes size of the messages; 0 if the scenario defines it
 * @param persistent whether messages are persistent
 * @param who name of the contender; Millrace by default
 * @param measure {@code rate} by default, {@code nanos}, {@code cpuPercent}, {@code cpuMillis},
 *     {@code bytes}, or the name of another figure of the row
 */
record Point(String scenario, int bytes, boolean persistent, String who, String measure) {

    Point {
        Objects.requireNonNull(scenario);
        who = Objects.requireNonNullElse(who, ResultRow.MILLRACE);
        measure = Objects.requireNonNullElse(measure, "rate");
    }

    double in(RunResult run) {
        return run.rows().stream()
                .filter(this::isOf)
                .findFirst()
                .map(this::value)
                .orElse(Double.NaN);
    }

    private boolean isOf(ResultRow row) {
        Work work = row.work();
        return work.scenarioId().equals(scenario)
                && (bytes == 0 || work.sizeBytes() == bytes)
                && work.persistent() == persistent
                && row.who().equals(who);
    }

    private Double value(ResultRow row) {
        return switch (measure) {
            case "rate" -> row.rate().perSecond();
            case "nanos" -> 1e9 / row.rate().perSecond();
            case "cpuPercent" -> row.anyCost().cpuPercent();
            case "cpuMillis" -> row.anyCost().cpuMillisPerMessage();
            case "bytes" -> row.anyCost().allocatedBytesPerMessage();
            default -> row.extra().get(measure);
        };
    }

    double reported() {
        ReportRow row = ReportRow.of(new Work(scenario, "", "", persistent, bytes));
        if (row == null || who.equals(ResultRow.ENGINE)) {
            return Double.NaN;
        }
        return switch (measure) {
            case "rate" -> row.messagesPerSecond();
            case "cpuPercent" -> row.cpuPercent();
            case "cpuMillis" -> row.cpuMillisPerMessage();
            default -> Double.NaN;
        };
    }
}
