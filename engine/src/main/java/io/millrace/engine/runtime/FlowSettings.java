package io.millrace.engine.runtime;

/**
 * What a flow says of itself as a whole (WMQI: the message flow's configurable properties).
 *
 * @param additionalInstances threads beyond the first for each input node, 0 to 256
 * @param commitCount messages that may share a unit of work; 0 leaves it to the engine, which lets
 *     up to {@value #AUTOMATIC_COMMIT_COUNT} ready messages share one, never waits for more, and
 *     only does so where a rollback undoes all that the flow did
 * @param commitIntervalMillis how long a unit may wait for further messages; 0 not to wait
 * @param coordinated whether all resources of a unit commit or none does, whatever happens
 */
public record FlowSettings(
        int additionalInstances, int commitCount, long commitIntervalMillis, boolean coordinated) {

    public static final int MAX_ADDITIONAL_INSTANCES = 256;
    public static final int AUTOMATIC_COMMIT_COUNT = 64;
    public static final int MAX_COMMIT_COUNT = 10_000;

    public static final FlowSettings DEFAULTS = new FlowSettings(0, 0, 0, false);

    /** Of a flow that is not coordinated. */
    public FlowSettings(int additionalInstances, int commitCount, long commitIntervalMillis) {
        this(additionalInstances, commitCount, commitIntervalMillis, false);
    }

    public FlowSettings {
        if (additionalInstances < 0 || additionalInstances > MAX_ADDITIONAL_INSTANCES) {
            throw new IllegalArgumentException(
                    "additionalInstances is " + additionalInstances + ", not 0 to 256");
        }
        if (commitCount < 0 || commitCount > MAX_COMMIT_COUNT || commitIntervalMillis < 0) {
            throw new IllegalArgumentException(
                    "commitCount is " + commitCount + ", commitInterval " + commitIntervalMillis);
        }
    }
}
