package io.millrace.benchmarks.drive;

import java.util.ArrayList;
import java.util.List;

/** Threads that work until they are stopped. Only the thread that created it can use it. */
final class Workers {

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    void start(String name, Runnable work) {
        threads.add(Thread.ofPlatform().name(name).start(work));
    }

    /** Whether they are to go on. */
    boolean areToGoOn() {
        return running;
    }

    /** Stops the threads and waits until they have ended, even if the caller is interrupted. */
    void end() {
        running = false;
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
