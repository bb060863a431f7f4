package io.millrace.engine.node;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.FailureReport;

import org.jspecify.annotations.Nullable;

/** A message that an input node has received and that has not been committed or backed out yet. */
public interface Delivery {

    /**
     * Whether the message is in the unit of work of the instance. It is then delivered again after
     * a rollback.
     */
    boolean transactional();

    /**
     * Whether the message was received in the unit of work. A message that is in the unit but not
     * transactional is a piggybacked message: it is cheaper to receive it in the unit than
     * immediately. If the unit is rolled back for any reason, the message is delivered again
     * outside any unit.
     */
    default boolean inUnit() {
        return transactional();
    }

    /**
     * Returns the number of times that the message was backed out; 0 for sources without a backout
     * count.
     */
    int backoutCount();

    /** Returns the backout count from which the message is no longer processed; at least 1. */
    int backoutThreshold();

    /** Returns the size of the message in bytes, for statistics. */
    int size();

    /** Returns the descriptor of the received message; null if the message has no descriptor. */
    default @Nullable Mqmd descriptor() {
        return null;
    }

    /**
     * Returns the message of a call; null if the message was not received by a call. The caller
     * receives the error of a called message whose unit is rolled back.
     */
    default @Nullable CalledMessage called() {
        return null;
    }

    /** Returns the identification of the message in the log; empty for none. */
    default String id() {
        Mqmd descriptor = descriptor();
        return descriptor == null ? "" : descriptor.msgId().hex();
    }

    /**
     * Returns the terminal to which the message is propagated; null for the terminal out of the
     * input node.
     */
    default @Nullable Terminal terminal() {
        return null;
    }

    /** Builds new trees for the message. If this fails, the message takes the failure path. */
    MessageAssembly assemble();

    /**
     * Builds the trees of a message that {@link #assemble} could not parse. They contain everything
     * that can be parsed; the body is a BLOB.
     */
    MessageAssembly assembleRaw();

    /**
     * Moves the message in the unit to the backout queue. Without a backout queue, moves it to the
     * dead-letter queue.
     *
     * @param report description of the last failure, which is kept with the message
     * @return name of the queue or folder, for the log
     * @throws MillraceException if the message cannot be put to any queue: the unit is then rolled
     *     back and retried later
     */
    String backOut(MillraceException reason, FailureReport report);

    /** Returns how a backed out message is processed again, for the log. */
    default String backoutAdvice() {
        return "replay it (./millrace replay)";
    }

    /**
     * Called when the unit of the message has ended.
     *
     * @param committed false after a rollback; a transactional message is then delivered again
     * @param failure error of the message, also if the flow handled it; null for none
     */
    default void ended(boolean committed, @Nullable MillraceException failure) {}
}
