package io.millrace.benchmarks.torture;

import java.util.List;
import java.util.Map;

/**
 * The messages and rows that exist when all work has ended.
 *
 * @param outputs the ids on each output queue, in their order
 * @param backedOut the ids on the backout queue
 * @param rows the ids in the database; null if there is none
 * @param left messages on queues where none can be: the input, the dead-letter queue
 * @param inDoubt branches that are prepared still, and damaged units
 */
record Remains(
        Map<String, List<String>> outputs,
        List<String> backedOut,
        List<String> rows,
        List<String> left,
        List<String> inDoubt) {}
