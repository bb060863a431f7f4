package io.millrace.benchmarks.result;

/**
 * Cost of a message, including the store, the driving clients and a database in this process. Null
 * if it was not measured.
 *
 * @param cpuPercent busy share of all cores available to the process
 * @param cpuMillisPerMessage processor time of one core
 * @param allocatedBytesPerMessage on the heap, by all threads
 */
public record Cost(
        Double cpuPercent, Double cpuMillisPerMessage, Double allocatedBytesPerMessage) {}
