package io.millrace.engine.runtime;

import io.millrace.engine.error.MillraceException;

/**
 * What became of a message.
 *
 * @param result in a word
 * @param failure what went wrong; null where nothing did
 * @param detail where a backed out message went; else empty
 */
public record Outcome(Result result, MillraceException failure, String detail) {

    /** How a message ended. */
    public enum Result {
        /** There was no message. */
        NOTHING,
        /** The paths behind the out terminal ended normally. */
        DONE,
        /** The out path threw and the catch path ended normally. */
        CAUGHT,
        /** The message took the failure path, which ended normally. */
        FAILED,
        /** The message was moved to its backout queue or the dead-letter queue. */
        BACKED_OUT,
        /** All was undone; the message comes again. */
        ROLLED_BACK,
        /** The message was in no unit of work, nobody caught its error, and it is gone. */
        LOST
    }

    static final Outcome NOTHING = new Outcome(Result.NOTHING, null, "");
    static final Outcome DONE = new Outcome(Result.DONE, null, "");

    static Outcome of(Result result, MillraceException failure) {
        return new Outcome(result, failure, "");
    }

    /** Whether the unit of a message is to be committed, or was. */
    public boolean isCommitted() {
        return result != Result.ROLLED_BACK && result != Result.LOST && result != Result.NOTHING;
    }
}
