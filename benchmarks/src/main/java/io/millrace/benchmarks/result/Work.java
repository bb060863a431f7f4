package io.millrace.benchmarks.result;

/**
 * A piece of work that several contenders can do.
 *
 * @param scenarioId id in {@code wmqi-v21-node-costs.csv}, or the id of an additional scenario
 * @param section section of the report, {@code 7.1} to {@code 7.11}; empty for an additional
 *     scenario
 * @param messageFormat message format as named in the report
 * @param persistent whether messages are persistent
 * @param sizeBytes nominal size of the user data; 0 if the work defines it
 */
public record Work(
        String scenarioId,
        String section,
        String messageFormat,
        boolean persistent,
        int sizeBytes) {

    @Override
    public String toString() {
        return "%s %s, %d bytes%s"
                .formatted(section, scenarioId, sizeBytes, persistent ? ", persistent" : "")
                .replace(", 0 bytes", "")
                .strip();
    }
}
