package io.millrace.benchmarks.reference;

import io.millrace.benchmarks.result.Work;

/**
 * A row of the WMQI report's tables.
 *
 * @param messagesPerSecond round trips
 * @param cpuPercent the busy share of both processors
 * @param cpuMillisPerMessage of one processor
 */
public record ReportedRow(
        Work work, double messagesPerSecond, double cpuPercent, double cpuMillisPerMessage) {}
