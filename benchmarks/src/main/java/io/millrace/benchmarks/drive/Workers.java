package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.api.core.client.ClientConsumer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that repeat work until they are stopped. Only the thread that created this object can use
 * it.
 */
final class Workers {

    /** Work of one pass. The work must wait for messages only briefly. */
    interface Turn {
        void run() throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    /** Starts a thread. Failures of the work are ignored after the run has closed the consumer. */
    void start(String name, ClientConsumer consumer, Turn work) {
        threads.add(
                Thread.ofPlatform()
                        .name(name)
                        .start(
                                () -> {
                                    try {
                                        while (running) {
                                            work.run();
                                        }
                                    } catch (Exception e) {
                                        if (running && (consumer == null || !consumer.isClosed())) {
                                            throw new IllegalStateException(e);
                                        }
                                    }
                                }));
    }

    /** Stops the threads and waits until they have ended. */
    void end() {
        running = false;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
