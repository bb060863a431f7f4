package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.runtime.InstanceStatus.State;
import io.millrace.engine.runtime.Outcome.Result;

import org.slf4j.Logger;

import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * A thread that runs one instance of a flow. It owns the instance; others tell it what they wish,
 * and it does so between two messages.
 */
final class Worker implements Runnable {

    private static final Logger LOG = EventLog.of(Worker.class);
    private static final long RECEIVE_MILLIS = 1_000;

    /** What others may wish of the thread. */
    enum Wish {
        RUN,
        /** Stay between two messages. */
        PAUSE,
        /** Stay so, and give back the instance's resources. */
        RELEASE,
        /** End. */
        STOP
    }

    private final String name;
    private final String input;
    private final RetryDelay retry;
    private final Thread thread;
    private final Object monitor = new Object();

    // Guarded by the monitor.
    private Wish wish = Wish.RUN;
    private Wish reached = Wish.RUN;

    /** How the instance is made when there is none. */
    private Supplier<FlowInstance> maker;

    private FlowInstance ready;
    private FlowInstance instance;

    /** Messages that earlier instances ended. */
    private long before;

    private volatile State state = State.STARTING;
    private volatile String lastError = "";
    private volatile FlowObserver observer;

    // The thread's own.
    private int failures;
    private boolean down;

    /**
     * The data sources that the instance used before it was given up: they must be there before it
     * takes a message.
     */
    private Set<Resources.Wanted> needed = Set.of();

    Worker(
            String name,
            String input,
            RetryDelay retry,
            FlowInstance first,
            Supplier<FlowInstance> maker) {
        this.name = name;
        this.input = input;
        this.retry = retry;
        this.ready = first;
        this.maker = maker;
        thread = new Thread(null, this, name, FlowInstance.STACK_BYTES);
    }

    void start() {
        thread.start();
    }

    String name() {
        return name;
    }

    InstanceStatus status() {
        synchronized (monitor) {
            boolean working = state == State.WAITING && instance != null && instance.isWorking();
            long running = instance == null ? 0 : instance.ended();
            return new InstanceStatus(
                    name, input, working ? State.WORKING : state, before + running, lastError);
        }
    }

    void observer(FlowObserver value) {
        synchronized (monitor) {
            observer = value;
            if (instance != null) {
                instance.observer(value);
            }
        }
    }

    void wish(Wish value) {
        synchronized (monitor) {
            if (wish == Wish.STOP) {
                return;
            }
            wish = value;
            monitor.notifyAll();
            if (instance != null && value != Wish.RUN) {
                instance.wake();
            }
        }
    }

    /** No longer waits for the message under way: see {@link FlowInstance#abandon}. */
    void abandon(boolean value) {
        synchronized (monitor) {
            if (instance != null) {
                instance.abandon(value);
            }
        }
    }

    /** Whether the thread has not ended and is not told to. */
    boolean mayGoOn() {
        synchronized (monitor) {
            return wish != Wish.STOP && reached != Wish.STOP;
        }
    }

    /** Gives the thread another instance; it must have reached RELEASE. */
    void replace(FlowInstance next, Supplier<FlowInstance> nextMaker) {
        synchronized (monitor) {
            ready = next;
            maker = nextMaker;
        }
    }

    /** Waits until the thread has done what was wished; false when the time is over first. */
    boolean await(Wish value, long deadlineNanos) {
        synchronized (monitor) {
            boolean interrupted = false;
            while (reached != value && reached != Wish.STOP) {
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0 || interrupted) {
                    break;
                }
                try {
                    monitor.wait(Math.max(1, left / 1_000_000));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return reached == value || reached == Wish.STOP;
        }
    }

    @Override
    public void run() {
        try {
            while (obey()) {
                turn();
            }
        } catch (Throwable defect) {
            MillraceException error = MillraceException.from(defect);
            lastError = MessageLog.describe(error);
            LOG.error(
                    "{} {}: the thread ends because of a defect",
                    ErrorCode.INTERNAL.id(),
                    name,
                    defect);
        } finally {
            state = State.STOPPED;
            release();
            reach(Wish.STOP);
        }
    }

    /** Does what is wished; gives back false when the thread is to end. */
    private boolean obey() {
        while (true) {
            Wish now;
            synchronized (monitor) {
                now = wish;
                if (now == Wish.RUN) {
                    reached = Wish.RUN;
                    return true;
                }
            }
            commitOpenUnit();
            if (now == Wish.STOP) {
                return false;
            }
            state = State.PAUSED;
            if (now == Wish.RELEASE) {
                release();
            }
            reach(now);
            awaitOtherThan(now);
        }
    }

    private void awaitOtherThan(Wish now) {
        synchronized (monitor) {
            while (wish == now) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    // Nobody but the group ends this thread, and it says so by a wish.
                    LOG.debug("{}: interrupted", name);
                }
            }
        }
    }

    private void commitOpenUnit() {
        FlowInstance current = instance;
        if (current != null && current.hasOpenUnit()) {
            note(current.finish());
        }
    }

    private void turn() {
        try {
            FlowInstance current = current();
            state = State.WAITING;
            note(current.step(RECEIVE_MILLIS));
        } catch (RuntimeException | Error failure) {
            disconnected(MillraceException.from(failure));
        }
    }

    private void note(Outcome outcome) {
        MillraceException failure = outcome.failure();
        if (failure != null) {
            lastError = MessageLog.describe(failure);
            if (!outcome.isCommitted() && MessageLog.isDown(failure)) {
                disconnected(failure);
                return;
            }
        }
        if (down) {
            down = false;
            LOG.info("{}: connected again", name);
        }
        if (outcome.result() == Result.ROLLED_BACK) {
            pause(State.RETRYING);
        } else if (outcome.result() != Result.NOTHING) {
            failures = 0;
        }
    }

    private void disconnected(MillraceException failure) {
        lastError = MessageLog.describe(failure);
        if (!down) {
            down = true;
            LOG.error(
                    "{} {}: cannot go on and connects again until it can: {}",
                    failure.root().code().id(),
                    name,
                    lastError);
        }
        if (instance != null) {
            needed = instance.dataSources();
        }
        release();
        pause(State.RECONNECTING);
    }

    private void pause(State during) {
        state = during;
        failures++;
        long deadline = System.nanoTime() + retry.nanos(failures, ThreadLocalRandom.current());
        synchronized (monitor) {
            long left = deadline - System.nanoTime();
            while (wish == Wish.RUN && left > 0) {
                try {
                    monitor.wait(left / 1_000_000, (int) (left % 1_000_000));
                } catch (InterruptedException e) {
                    LOG.debug("{}: interrupted", name);
                }
                left = deadline - System.nanoTime();
            }
        }
    }

    private FlowInstance current() {
        FlowInstance current = instance;
        if (current == null) {
            FlowInstance made;
            Supplier<FlowInstance> make;
            synchronized (monitor) {
                made = ready;
                ready = null;
                make = maker;
            }
            current = made != null ? made : make.get();
            reach(current);
            synchronized (monitor) {
                instance = current;
                current.observer(observer);
            }
        }
        return current;
    }

    /**
     * Connects to the data sources first, so that no message is backed out because one of them is
     * still down.
     */
    private void reach(FlowInstance made) {
        try {
            made.connect(needed);
            needed = Set.of();
        } catch (RuntimeException failure) {
            Quietly.close(made);
            throw failure;
        }
    }

    private void release() {
        FlowInstance old;
        FlowInstance unused;
        synchronized (monitor) {
            old = instance;
            instance = null;
            before += old == null ? 0 : old.ended();
            unused = ready;
            ready = null;
        }
        Quietly.close(old);
        Quietly.close(unused);
    }

    private void reach(Wish value) {
        synchronized (monitor) {
            reached = value;
            monitor.notifyAll();
        }
    }
}
