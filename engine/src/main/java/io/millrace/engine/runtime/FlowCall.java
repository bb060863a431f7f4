package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.NodeContext;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A call with its message. The caller waits until the call has ended or the timeout has passed. A
 * call ends exactly once: by the end of the unit of work, by the end of the instance, or by the
 * refusal of the call.
 */
final class FlowCall implements Delivery {

    private static final long MAX_NANOS = Long.MAX_VALUE / 4;

    private final CalledMessage message;
    private final CountDownLatch released = new CountDownLatch(1);

    /** Time of {@link System#nanoTime} until which the caller waits, if its wait has a limit. */
    private final long deadline;

    private final boolean hasDeadline;
    private volatile boolean hasEnded;

    /** Context of the input node of the instance; null until an instance has taken the call. */
    private @Nullable NodeContext context;

    /** Called when the message has ended, before the caller continues. */
    private @Nullable Runnable whenEnded;

    // Guarded by this object until the call has ended.
    private boolean committed;
    private @Nullable MillraceException failure;

    /**
     * Creates a call.
     *
     * @param timeoutMillis maximum time of the caller's wait, or {@link FlowCalls#NO_TIMEOUT}
     */
    FlowCall(CalledMessage message, long timeoutMillis) {
        this.message = message;
        hasDeadline = timeoutMillis != FlowCalls.NO_TIMEOUT;
        deadline = hasDeadline ? System.nanoTime() + nanos(timeoutMillis) : 0;
    }

    private static long nanos(long millis) {
        return Math.min(TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis)), MAX_NANOS);
    }

    /** Assigns the call to an instance. */
    FlowCall taken(NodeContext input, Runnable afterEnd) {
        context = input;
        whenEnded = afterEnd;
        return this;
    }

    /** Waits until the call has ended, or until {@link #expire} ends the wait. */
    void await() throws InterruptedException {
        released.await();
    }

    /** Ends the wait of the caller, but not the call. */
    void expire() {
        released.countDown();
    }

    boolean hasDeadline() {
        return hasDeadline;
    }

    /** Returns the nanoseconds until the deadline, which the call must have. */
    long nanosLeft(long now) {
        return deadline - now;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /**
     * Throws the failure of a call that has ended. Does nothing if the unit of work was committed.
     */
    synchronized void throwFailure() {
        if (!committed && failure != null) {
            throw failure;
        }
    }

    /** Ends the call with an error, unless it has already ended. */
    void fail(MillraceException reason) {
        end(false, reason);
    }

    private void end(boolean success, @Nullable MillraceException reason) {
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            committed = success;
            failure = reason;
            hasEnded = true;
        }
        Runnable afterEnd = whenEnded;
        if (afterEnd != null) {
            afterEnd.run();
        }
        released.countDown();
    }

    @Override
    public void ended(boolean success, @Nullable MillraceException cause) {
        end(success, success || cause == null ? cause : failed(cause));
    }

    private MillraceException failed(MillraceException cause) {
        NodeContext input = context();
        return new MillraceException(
                ErrorCode.CALL_FAILED,
                "the flow "
                        + input.application()
                        + "/"
                        + input.flow()
                        + " failed: "
                        + cause.getMessage(),
                cause);
    }

    private NodeContext context() {
        return Objects.requireNonNull(context, "no instance has taken the call");
    }

    @Override
    public CalledMessage called() {
        return message;
    }

    @Override
    public int size() {
        return message.size();
    }

    @Override
    public MessageAssembly assemble() {
        NodeContext input = context();
        return message.assemble(input.assembler(), input::note);
    }

    @Override
    public MessageAssembly assembleRaw() {
        NodeContext input = context();
        return message.assembleRaw(input.assembler(), input::note);
    }
}
