package io.millrace.engine.runtime;

import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.observe.FlowObserver;

/**
 * What the nodes and wires of one instance know of the message that passes through them. Owned by
 * one thread.
 */
final class Pass {

    /** The nodes that a message may be within at a time. */
    final int limit;

    /** Null where nobody looks; chosen anew for each message. */
    FlowObserver observer;

    Delivery delivery;

    final MessageMemory memory = new MessageMemory();

    /** Whether the unit takes guests. */
    boolean takesGuests;

    /** The nodes that the message is within now. */
    int depth;

    /** Nanoseconds that nodes behind the current node took so far; for observed messages only. */
    long behind;

    /** Whether the flow is being stopped and no longer waits for the message; by any thread. */
    volatile boolean abandoned;

    /** Where the stack ran over; 0 while it has not. */
    int overflow;

    /** The message's thread while an interrupt ends what it does; else null. */
    private volatile Thread interruptible;

    Pass(int limit) {
        this.limit = limit;
    }

    /** Sets whether an interrupt ends what the thread of the message does from now on. */
    void interruptible(boolean value) {
        interruptible = value ? Thread.currentThread() : null;
        if (abandoned) {
            interrupted(value);
        }
    }

    private synchronized void interrupted(boolean value) {
        if (value) {
            Thread.currentThread().interrupt();
        } else {
            // What follows, such as a rollback of queues, must not be interrupted.
            Thread.interrupted();
        }
    }

    /** Ends what the message does, where that can be done; for any thread. */
    synchronized void abandon(boolean value) {
        abandoned = value;
        Thread thread = interruptible;
        if (value && thread != null) {
            thread.interrupt();
        }
    }

    void begin(Delivery next, FlowObserver chosen) {
        delivery = next;
        observer = chosen;
        depth = 0;
        behind = 0;
        overflow = 0;
    }
}
