package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.ResponseTimes;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Results with commas, a line for each row; the first columns as in the report's table. What was
 * not measured is empty.
 */
final class NodeCostsCsv {

    private static final String HEAD =
            "section,scenario_id,message_format,persistent,message_size_bytes,who,instances,"
                + "msgs_per_sec,msgs_per_sec_low,msgs_per_sec_high,cpu_percent,cpu_ms_per_msg,"
                + "allocated_bytes_per_msg,p50_us,p99_us,p999_us,rated_msgs_per_sec,rated_p50_us,"
                + "rated_p99_us,rated_p999_us";

    private NodeCostsCsv() {}

    static void write(RunResult result, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text(result));
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, file + " cannot be written: " + e.getMessage());
        }
    }

    static String text(RunResult result) {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        for (ResultRow row : result.rows()) {
            text.append(String.join(",", cells(row))).append('\n');
        }
        return text.toString();
    }

    private static List<String> cells(ResultRow row) {
        Work work = row.work();
        Cost cost = row.cost();
        List<String> cells = new ArrayList<>();
        cells.add(work.section());
        cells.add(work.scenarioId());
        cells.add(work.messageFormat());
        cells.add(work.persistent() ? "yes" : "no");
        cells.add(Integer.toString(work.sizeBytes()));
        cells.add(row.who());
        cells.add(Integer.toString(row.instances()));
        cells.add(number(row.rate().perSecond()));
        cells.add(number(row.rate().low()));
        cells.add(number(row.rate().high()));
        cells.add(cost == null ? "" : number(cost.cpuPercent()));
        cells.add(cost == null ? "" : number(cost.cpuMillisPerMessage()));
        cells.add(cost == null ? "" : number(cost.allocatedBytesPerMessage()));
        times(row.closed(), cells);
        cells.add(row.rated() == null ? "" : number(row.rated().reachedPerSecond()));
        times(row.rated() == null ? null : row.rated().times(), cells);
        return cells;
    }

    private static void times(ResponseTimes times, List<String> cells) {
        cells.add(times == null ? "" : number(times.p50()));
        cells.add(times == null ? "" : number(times.p99()));
        cells.add(times == null ? "" : number(times.p999()));
    }

    private static String number(Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
    }
}
