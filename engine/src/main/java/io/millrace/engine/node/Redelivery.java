package io.millrace.engine.node;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.FailureReport;

/** The handling of a message that is delivered again after the rollback of its unit of work. */
public interface Redelivery {

    /** Backout threshold of a message that is delivered again until it succeeds. */
    int NO_THRESHOLD = Integer.MAX_VALUE;

    /** Returns the number of times that the message was backed out. */
    int backoutCount();

    /**
     * Returns the backout count from which the message is no longer processed: at least 1, or
     * {@link #NO_THRESHOLD}.
     */
    int backoutThreshold();

    /**
     * Moves the message in the unit to the backout queue. Without a backout queue, moves it to the
     * dead-letter queue.
     *
     * @param report description of the last failure, which is kept with the message
     * @return name of the queue or folder, for the log
     * @throws MillraceException if the message cannot be put on any queue: the unit is then rolled
     *     back and retried later
     */
    String backOut(MillraceException reason, FailureReport report);

    /**
     * Whether the input node itself pauses before it delivers the message again. Otherwise the
     * instance pauses, and no other message is processed before this one. Called after the unit was
     * rolled back.
     */
    default boolean isPostponed() {
        return false;
    }

    /** Returns how the backed out message is processed again, for the log. */
    default String backoutAdvice() {
        return "replay it (./millrace replay)";
    }
}
