package io.millrace.engine.runtime;

import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.observe.FlowObserver;

import org.jspecify.annotations.Nullable;

/** State of the message that passes through the nodes of an instance. Belongs to one thread. */
final class MessagePass {

    /** Maximum number of nodes that a message can be within. */
    final int limit;

    /** Null for none; set for each message. */
    @Nullable FlowObserver observer;

    // Set when a message begins.
    @SuppressWarnings("NullAway.Init")
    @Nullable Delivery delivery;

    final MessageMemory memory = new MessageMemory();

    /** Whether the unit accepts piggybacked messages. */
    boolean takesGuests;

    /** Number of nodes that the message is within. */
    int depth;

    /** Nanoseconds spent in nodes after the current node; for observed messages only. */
    long behind;

    /** Whether the flow is being stopped and no longer waits for the message. Set by any thread. */
    volatile boolean abandoned;

    /** Depth at which the stack overflowed; 0 for no overflow. */
    int overflow;

    /** The message's thread while an interrupt ends its current operation; otherwise null. */
    private volatile @Nullable Thread interruptible;

    MessagePass(int limit) {
        this.limit = limit;
    }

    /** Sets whether an interrupt ends the current operation of the message's thread from now on. */
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

    /** Ends the processing of the message, if that is possible; safe for any thread. */
    synchronized void abandon(boolean value) {
        abandoned = value;
        Thread thread = interruptible;
        if (value && thread != null) {
            thread.interrupt();
        }
    }

    void begin(Delivery next, @Nullable FlowObserver chosen) {
        delivery = next;
        observer = chosen;
        depth = 0;
        behind = 0;
        overflow = 0;
    }
}
