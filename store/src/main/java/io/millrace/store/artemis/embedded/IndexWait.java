package io.millrace.store.artemis.embedded;

import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The wait of one thread for messages with an identifier. Other threads can call {@link #signal}
 * and {@link #end}.
 */
final class IndexWait {

    private final Thread thread = Thread.currentThread();
    private volatile boolean signalled;
    private volatile boolean ended;

    /** Registers that a message has arrived. */
    void signal() {
        signalled = true;
        LockSupport.unpark(thread);
    }

    /** Ends the wait permanently. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /** Prepares for a search of the index: messages that arrive from now on end the next wait. */
    void prepare() {
        signalled = false;
    }

    /**
     * Waits for a message until the given time.
     *
     * @param end value of {@link System#nanoTime}
     * @param closed whether the session is closed; its thread is then unparked
     * @return false if no message arrived in time, or the wait was ended
     */
    boolean await(long end, BooleanSupplier closed) throws ActiveMQInterruptedException {
        while (!signalled) {
            long left = end - System.nanoTime();
            if (left <= 0 || ended || closed.getAsBoolean()) {
                return false;
            }
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new ActiveMQInterruptedException(new InterruptedException());
            }
        }
        return true;
    }
}
