package io.millrace.flows;

import io.millrace.engine.queue.QueueStatus;

/**
 * An event of a queue that has reached a threshold or no longer exceeds the threshold.
 *
 * @param status the queue with its values
 * @param description one sentence
 */
public record QueueEvent(Kind kind, QueueStatus status, String description) {

    /**
     * The kind of an event. The constants are in pairs: the second constant is the end of the
     * first.
     */
    public enum Kind {
        DEPTH_HIGH("depthHigh", true),
        DEPTH_LOW("depthLow", false),
        FULL("full", true),
        NOT_FULL("notFull", false),
        OLD_MESSAGE("oldMessage", true),
        NO_OLD_MESSAGE("noOldMessage", false),
        NO_READER("noReader", true),
        READER("reader", false);

        private final String word;
        private final boolean isProblem;

        Kind(String word, boolean isProblem) {
            this.word = word;
            this.isProblem = isProblem;
        }

        /** Returns the name in JSON. */
        public String word() {
            return word;
        }

        /** Whether a threshold is exceeded; false if it is no longer exceeded. */
        public boolean isProblem() {
            return isProblem;
        }
    }
}
