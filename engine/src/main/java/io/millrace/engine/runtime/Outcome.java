package io.millrace.engine.runtime;

import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;

/**
 * Outcome of a message.
 *
 * @param result result of the message
 * @param failure error; null if there is none
 * @param detail queue to which a message was backed out; otherwise empty
 */
public record Outcome(Result result, @Nullable MillraceException failure, String detail) {

    /** Result of a message. */
    public enum Result {
        /** No message was available. */
        NOTHING,
        /** The paths after the out terminal ended normally. */
        DONE,
        /** The out path threw an exception and the catch path ended normally. */
        CAUGHT,
        /** The message took the failure path, which ended normally. */
        FAILED,
        /** The message was moved to its backout queue or the dead-letter queue. */
        BACKED_OUT,
        /** All effects were undone. The message will be delivered again. */
        ROLLED_BACK,
        /** All effects were undone. The caller of the message receives the error. */
        RETURNED,
        /** The message was not in a unit of work, no node caught its error, and it is lost. */
        LOST
    }

    static final Outcome NOTHING = new Outcome(Result.NOTHING, null, "");
    static final Outcome DONE = new Outcome(Result.DONE, null, "");

    static Outcome of(Result result, @Nullable MillraceException failure) {
        return new Outcome(result, failure, "");
    }

    /** Whether the unit of the message must be committed or was committed. */
    public boolean isCommitted() {
        return switch (result) {
            case DONE, CAUGHT, FAILED, BACKED_OUT -> true;
            case NOTHING, ROLLED_BACK, RETURNED, LOST -> false;
        };
    }
}
