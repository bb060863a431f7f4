package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Heap;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.InstanceStatus.State;
import io.millrace.engine.runtime.Outcome.Result;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A thread that runs one instance of a flow. The worker owns the instance. Other threads send
 * commands, which the worker runs between two messages.
 */
final class Worker implements Runnable {

    private static final Logger LOG = EventLog.of(Worker.class);

    /**
     * Maximum time of a wait for a message. Commands end the wait. With a shorter time, idle inputs
     * would use more processor time.
     */
    private static final long RECEIVE_MILLIS = 10_000;

    /** Command to a thread. */
    enum Command {
        RUN,
        /** Pause between two messages. */
        PAUSE,
        /** Pause, and release the resources of the instance. */
        RELEASE,
        /** End the thread. */
        STOP
    }

    private final String name;
    private final String input;
    private final RetryDelay retry;
    private final Consumer<Worker> atEnd;
    private final Thread thread;
    private final Object monitor = new Object();

    // Guarded by the monitor.
    private Command wish = Command.RUN;
    private Command reached = Command.RUN;

    /** Supplier of a new instance, used if there is no instance. */
    private Supplier<FlowInstance> maker;

    private @Nullable FlowInstance ready;
    private @Nullable FlowInstance instance;

    /** Number of messages that earlier instances have processed. */
    private long before;

    private volatile State state = State.STARTING;
    private volatile String lastError = "";
    private volatile @Nullable FlowObserver observer;

    // Only for this thread.
    private int failures;
    private boolean down;

    /**
     * Data sources of the previous instance. They must be reachable before the next message is
     * received.
     */
    private Set<Resources.Wanted> needed = Set.of();

    /**
     * @param atEnd is called with this object when the thread ends
     */
    Worker(
            String name,
            String input,
            RetryDelay retry,
            FlowInstance first,
            Supplier<FlowInstance> maker,
            Consumer<Worker> atEnd) {
        this.name = name;
        this.input = input;
        this.retry = retry;
        this.ready = first;
        this.maker = maker;
        this.atEnd = atEnd;
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
            boolean working =
                    instance != null
                            && (state == State.WAITING && instance.isWorking()
                                    || state == State.STARTING && instance.isProcessing());
            long running = instance == null ? 0 : instance.ended();
            MessageMemory memory = instance == null ? null : instance.memory();
            return new InstanceStatus(
                    name,
                    input,
                    working ? State.WORKING : state,
                    before + running,
                    memory == null ? 0 : memory.held(),
                    memory == null ? 0 : memory.allocated(),
                    lastError,
                    instance == null ? null : instance.program());
        }
    }

    void observer(@Nullable FlowObserver value) {
        synchronized (monitor) {
            observer = value;
            if (instance != null) {
                instance.observer(value);
            }
        }
    }

    void wish(Command value) {
        synchronized (monitor) {
            if (wish == Command.STOP) {
                return;
            }
            wish = value;
            monitor.notifyAll();
            if (instance != null && value != Command.RUN) {
                instance.wake();
            }
        }
    }

    /** Stops waiting for the message in progress: see {@link FlowInstance#abandon}. */
    void abandon(boolean value) {
        synchronized (monitor) {
            if (instance != null) {
                instance.abandon(value);
            }
        }
    }

    /** Whether the thread has not ended and has no command to end. */
    boolean mayGoOn() {
        synchronized (monitor) {
            return wish != Command.STOP && reached != Command.STOP;
        }
    }

    /** Replaces the instance of the thread, which must be in the state RELEASE. */
    void replace(FlowInstance next, Supplier<FlowInstance> nextMaker) {
        synchronized (monitor) {
            ready = next;
            maker = nextMaker;
        }
    }

    /** Waits until the thread has run a command. Returns false if the deadline passes first. */
    boolean await(Command value, long deadlineNanos) {
        synchronized (monitor) {
            boolean interrupted = false;
            while (reached != value && reached != Command.STOP) {
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
            return reached == value || reached == Command.STOP;
        }
    }

    @Override
    public void run() {
        try {
            while (runCommands()) {
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
            atEnd.accept(this);
            reach(Command.STOP);
        }
    }

    /** Runs the current command. Returns false if the thread must end. */
    private boolean runCommands() {
        while (true) {
            Command now;
            synchronized (monitor) {
                now = wish;
                if (now == Command.RUN) {
                    reached = Command.RUN;
                    return true;
                }
            }
            commitOpenUnit();
            if (now == Command.STOP) {
                return false;
            }
            state = State.PAUSED;
            if (now == Command.RELEASE) {
                release();
            }
            reach(now);
            awaitOtherThan(now);
        }
    }

    private void awaitOtherThan(Command now) {
        synchronized (monitor) {
            while (wish == now) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    // Only the group can end this thread, with a command.
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
            boolean isNew = instance == null;
            FlowInstance current = current();
            if (isNew) {
                // The first search shows whether the input can be read. It does not wait.
                state = state == State.RECONNECTING ? State.RECONNECTING : State.STARTING;
            } else {
                state = State.WAITING;
            }
            note(current.step(isNew ? 0 : RECEIVE_MILLIS));
        } catch (RuntimeException | Error failure) {
            disconnected(MillraceException.from(failure));
        }
    }

    private void note(Outcome outcome) {
        MillraceException failure = outcome.failure();
        if (failure != null) {
            lastError = MessageLog.describe(failure);
            reportExhausted(failure);
            if (!outcome.isCommitted() && MessageLog.isDown(failure)) {
                disconnected(failure);
                return;
            }
        }
        if (failure == null && (down || outcome.result() != Result.NOTHING)) {
            lastError = "";
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

    /** Reports an error that can have damaged other threads and their shared data. */
    private static void reportExhausted(MillraceException failure) {
        if (failure.root().getCause() instanceof OutOfMemoryError) {
            Heap.reportExhausted();
        }
    }

    private void disconnected(MillraceException failure) {
        // Set before the instance is released, so that a thread without an instance is never shown
        // as idle.
        state = State.RECONNECTING;
        reportExhausted(failure);
        lastError = MessageLog.describe(failure);
        if (!down) {
            down = true;
            LOG.error(
                    "{} {}: cannot continue; reconnecting until it succeeds: {}",
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
            while (wish == Command.RUN && left > 0) {
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
     * Connects to the data sources first, so that an unreachable data source does not cause
     * messages to be backed out.
     */
    private void reach(FlowInstance made) {
        try {
            made.connect(needed);
            needed = Set.of();
        } catch (RuntimeException failure) {
            QuietClose.close(made);
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
        QuietClose.close(old);
        QuietClose.close(unused);
    }

    private void reach(Command value) {
        synchronized (monitor) {
            reached = value;
            monitor.notifyAll();
        }
    }
}
