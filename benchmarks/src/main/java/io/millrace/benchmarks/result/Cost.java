package io.millrace.benchmarks.result;

/**
 * What a message cost, with everything that took part: store, driving clients, database in this
 * process. Null where a figure was not measured.
 *
 * @param cpuPercent the busy share of all cores that the process may use
 * @param cpuMillisPerMessage of one core
 * @param allocatedBytesPerMessage on the heap, by all threads
 */
public record Cost(
        Double cpuPercent, Double cpuMillisPerMessage, Double allocatedBytesPerMessage) {}
