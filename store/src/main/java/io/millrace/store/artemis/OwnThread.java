package io.millrace.store.artemis;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Runs what is to be done when the disk has answered in the thread that waits for the answer, in
 * order; where nobody waits, others run it. To hand it to a third thread, which then wakes the one
 * that waits, would cost a change of threads for each unit of work.
 */
final class OwnThread implements Executor {

    private final Executor others;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Mostly one; two where another thread ends what one works with. */
    private final List<Thread> waiting = new CopyOnWriteArrayList<>();

    OwnThread(Executor others) {
        this.others = others;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (waiting.isEmpty()) {
            others.execute(this::run);
        } else {
            wake();
        }
    }

    /** Has who waits look again whether it still has to. */
    void wake() {
        waiting.forEach(LockSupport::unpark);
    }

    private synchronized void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /**
     * Runs tasks in the calling thread until something is so. An interrupt ends nothing, and is
     * there afterwards.
     *
     * @param end a value of {@link System#nanoTime}
     * @return false where it is not so at the end
     */
    boolean await(BooleanSupplier done, long end) {
        boolean interrupted = false;
        waiting.add(Thread.currentThread());
        try {
            run();
            while (!done.getAsBoolean() && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(this, end - System.nanoTime());
                interrupted |= Thread.interrupted();
                run();
            }
        } finally {
            waiting.remove(Thread.currentThread());
            // What came when it was about to go.
            run();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return done.getAsBoolean();
    }
}
