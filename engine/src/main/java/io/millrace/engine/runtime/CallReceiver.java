package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeContext;

import org.jspecify.annotations.Nullable;

/** The input node of an instance that receives calls. */
final class CallReceiver implements InputNode {

    private final NodeContext context;
    private final CallQueue queue;
    private final Runnable whenEnded = this::ended;
    private @Nullable FlowCall current;

    // Guarded by the lock of the queue.
    boolean free;
    boolean left;
    boolean woken;

    CallReceiver(NodeContext context, CallQueue queue) {
        this.context = context;
        this.queue = queue;
    }

    @Override
    public @Nullable Delivery receive(long timeoutMillis) {
        FlowCall call = queue.take(this, timeoutMillis);
        current = call;
        return call == null ? null : call.taken(context, whenEnded);
    }

    private void ended() {
        current = null;
        queue.freed(this);
    }

    /** Begins a call that does not wait in the queue. */
    FlowCall begin(CalledMessage message) {
        return new FlowCall(message).taken(context, () -> {});
    }

    @Override
    public void wake() {
        queue.wake(this);
    }

    /** Ends the call in progress, if a defect ended the instance before its message ended. */
    @Override
    public void close() {
        queue.leave(this);
        FlowCall call = current;
        if (call != null) {
            call.fail(
                    new MillraceException(
                            ErrorCode.CALL_FAILED,
                            "the instance of " + context.label() + " ended during the call"));
        }
    }
}
