package io.millrace.engine.node;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

/** A message that an input node has received and that has not been committed or backed out yet. */
public interface Delivery {

    /**
     * Returns the handler of the message's redelivery after a rollback; null if a rollback does not
     * redeliver it.
     */
    default @Nullable Redelivery redelivery() {
        return null;
    }

    /**
     * Whether the message was received in the unit of work. A message in the unit without a
     * redelivery is a piggybacked message: it is cheaper to receive it in the unit than
     * immediately. If the unit is rolled back for any reason, the message is delivered again
     * outside any unit.
     */
    default boolean inUnit() {
        return redelivery() != null;
    }

    /**
     * Whether another message of the same group follows, which {@link InputNode#receive} returns
     * next. The messages of a group share a unit of work, which is committed after the last one. If
     * one of them fails, all are rolled back and delivered again together.
     */
    default boolean continuesGroup() {
        return false;
    }

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

    /** Returns the identification of the message in the log; empty if there is none. */
    default String id() {
        Mqmd descriptor = descriptor();
        return descriptor == null ? "" : descriptor.msgId().hex();
    }

    /** Returns the output terminal of the input node to which the message is propagated. */
    default String terminal() {
        CalledMessage called = called();
        return called == null ? "out" : called.terminal();
    }

    /** Builds new trees for the message. If this fails, the message takes the failure path. */
    MessageAssembly assemble();

    /**
     * Builds the trees of a message that {@link #assemble} could not parse. They contain everything
     * that can be parsed; the body is a BLOB.
     */
    MessageAssembly assembleRaw();

    /**
     * Called when the unit of the message has ended.
     *
     * @param committed false after a rollback
     * @param failure error of the message, also if the flow handled it; null if there is none
     */
    default void ended(boolean committed, @Nullable MillraceException failure) {}
}
