package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeContext;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.locks.Condition;

/** The input node of an instance that receives calls. */
final class CallReceiver implements InputNode {

    private final NodeContext context;
    private final CallQueue queue;
    private final Runnable whenEnded;

    /** Signalled to end the wait of this instance. */
    final Condition arrived;

    // Guarded by the lock of the queue.
    @Nullable FlowCall current;
    boolean free;
    boolean left;
    boolean woken;

    /** Whether the instance has taken a call since its last wait. */
    boolean hasServed;

    CallReceiver(NodeContext context, CallQueue queue, Condition arrived) {
        this.context = context;
        this.queue = queue;
        this.arrived = arrived;
        whenEnded = () -> queue.freed(this);
    }

    @Override
    public @Nullable Delivery receive(long timeoutMillis) {
        FlowCall call = queue.take(this, timeoutMillis);
        return call == null ? null : call.taken(context, whenEnded);
    }

    /** Begins a call directly, without the queue. */
    FlowCall begin(CalledMessage message) {
        return new FlowCall(message, FlowCalls.NO_TIMEOUT).taken(context, () -> {});
    }

    @Override
    public void wake() {
        queue.wake(this);
    }

    /** Ends the call in progress, if a defect ended the instance before its message ended. */
    @Override
    public void close() {
        FlowCall call = queue.leave(this);
        if (call != null) {
            call.fail(
                    new MillraceException(
                            ErrorCode.CALL_FAILED,
                            "the instance of " + context.label() + " ended during the call"));
        }
    }
}
