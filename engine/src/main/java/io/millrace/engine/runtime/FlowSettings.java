package io.millrace.engine.runtime;

/**
 * Settings of a flow as a whole (WMQI: the message flow's configurable properties).
 *
 * @param additionalInstances number of threads in addition to the first thread of each input node,
 *     0 to 256
 * @param commitCount maximum number of messages in a unit of work; 0 for automatic: up to {@value
 *     #AUTOMATIC_COMMIT_COUNT} ready messages share a unit, without waiting for more, and only if a
 *     rollback undoes all effects of the flow
 * @param commitIntervalMillis maximum time that a unit waits for further messages; 0 for no wait
 * @param coordinated whether all resources of a unit commit together
 */
public record FlowSettings(
        int additionalInstances, int commitCount, long commitIntervalMillis, boolean coordinated) {

    public static final int MAX_ADDITIONAL_INSTANCES = 256;
    public static final int AUTOMATIC_COMMIT_COUNT = 64;
    public static final int MAX_COMMIT_COUNT = 10_000;

    public static final FlowSettings DEFAULTS = new FlowSettings(0, 0, 0, false);

    /** Creates settings of a flow that is not coordinated. */
    public FlowSettings(int additionalInstances, int commitCount, long commitIntervalMillis) {
        this(additionalInstances, commitCount, commitIntervalMillis, false);
    }

    public FlowSettings {
        if (additionalInstances < 0 || additionalInstances > MAX_ADDITIONAL_INSTANCES) {
            throw new IllegalArgumentException(
                    "additionalInstances must be 0 to 256 (found " + additionalInstances + ")");
        }
        if (commitCount < 0 || commitCount > MAX_COMMIT_COUNT) {
            throw new IllegalArgumentException(
                    "commitCount must be 0 to 10000 (found " + commitCount + ")");
        }
        if (commitIntervalMillis < 0) {
            throw new IllegalArgumentException(
                    "commitIntervalMillis must be 0 or more (found " + commitIntervalMillis + ")");
        }
    }
}
