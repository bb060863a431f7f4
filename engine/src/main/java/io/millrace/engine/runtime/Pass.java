package io.millrace.engine.runtime;

import io.millrace.engine.node.Delivery;
import io.millrace.engine.observe.FlowObserver;

/** State of the message that passes through the nodes of an instance. Belongs to one thread. */
final class Pass {

    /** Maximum number of nodes that a message can be within. */
    final int limit;

    /** Null for none; set for each message. */
    FlowObserver observer;

    Delivery delivery;

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

    Pass(int limit) {
        this.limit = limit;
    }

    void begin(Delivery next, FlowObserver chosen) {
        delivery = next;
        observer = chosen;
        depth = 0;
        behind = 0;
        overflow = 0;
    }
}
