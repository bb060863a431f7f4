package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A call and its message. The caller waits until the call has ended, which happens exactly once: by
 * the end of the unit of work, by the end of the instance, or by the refusal of the call.
 */
final class FlowCall implements Delivery {

    private final CalledMessage message;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Context of the input node of the instance; null until an instance has taken the call. */
    private @Nullable NodeContext context;

    /** Called when the message has ended, before the caller continues. */
    private @Nullable Runnable whenEnded;

    // Guarded by this object until the call has ended.
    private boolean committed;
    private @Nullable MillraceException failure;

    FlowCall(CalledMessage message) {
        this.message = message;
    }

    /** Assigns the call to an instance. */
    FlowCall taken(NodeContext input, Runnable afterEnd) {
        context = input;
        whenEnded = afterEnd;
        return this;
    }

    /** Waits for the end of the call. Returns false if the timeout elapses first. */
    boolean await(long millis) throws InterruptedException {
        return ended.await(millis, TimeUnit.MILLISECONDS);
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Throws the failure of a call that has ended. Does nothing if its unit was committed. */
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
            if (hasEnded()) {
                return;
            }
            committed = success;
            failure = reason;
        }
        Runnable afterEnd = whenEnded;
        if (afterEnd != null) {
            afterEnd.run();
        }
        ended.countDown();
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
