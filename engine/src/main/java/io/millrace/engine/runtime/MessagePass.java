package io.millrace.engine.runtime;

import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.observe.FlowObserver;

import org.jspecify.annotations.Nullable;

/** State of the message that passes through the nodes of an instance. Belongs to one thread. */
final class MessagePass {

    /**
     * Maximum number of nodes that can process a message at the same time, each called by the
     * previous one.
     */
    final int limit;

    /** Observer of the message; null if there is none. Set for each message. */
    @Nullable FlowObserver observer;

    // Set when a message begins.
    @SuppressWarnings("NullAway.Init")
    @Nullable Delivery delivery;

    final MessageMemory memory = new MessageMemory();

    /** Whether the unit accepts piggybacked messages. */
    boolean allowsPiggybacking;

    /** Number of nodes that currently process the message. */
    int depth;

    /** Nanoseconds spent in nodes after the current node. Only measured for observed messages. */
    long after;

    /**
     * Whether the flow is being stopped and no longer waits for the message. Any thread can set the
     * value.
     */
    volatile boolean abandoned;

    /** Depth at which the stack overflowed; 0 for no overflow. */
    int overflow;

    /**
     * ESQL program that has run for a long time; null if there is none. Any thread can read the
     * value.
     */
    volatile InstanceStatus.@Nullable Program program;

    /** Thread of the message while an interrupt ends its current operation; otherwise null. */
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
            // Subsequent operations, such as a rollback of queues, must not be interrupted.
            Thread.interrupted();
        }
    }

    /** Ends the processing of the message if possible. Safe for use by several threads. */
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
        after = 0;
        overflow = 0;
    }
}
