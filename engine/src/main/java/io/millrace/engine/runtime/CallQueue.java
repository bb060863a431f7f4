package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.NodeContext;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls that wait for an instance of a flow, in the order of their arrival. All instances of an
 * input node share the queue, in all versions and execution groups. The queue accepts calls while
 * the flow runs in at least one group.
 *
 * <p>One virtual thread ends the waits of all callers whose time has passed, because a virtual
 * thread that waits with a timeout uses several times the processor time of one that waits without
 * a timeout.
 */
final class CallQueue implements FlowCalls {

    /** Minimum time between two searches for calls whose time has passed. */
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * Maximum time of the active wait of an instance after a call. The wake-up of a thread takes
     * longer than many flows (HTTPInput: 17 µs for each request, 14 µs with an active wait).
     */
    private static final long ACTIVE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Name of the input node in messages: {@code application/flow.node}. */
    private final String label;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition earlierDeadline = lock.newCondition();

    // Guarded by the lock.
    private final ArrayDeque<FlowCall> waiting = new ArrayDeque<>();
    private final Set<CallReceiver> receivers = new HashSet<>();

    /** Instances that wait for a call, the last one first. */
    private final ArrayDeque<CallReceiver> idle = new ArrayDeque<>();

    /** Instance that was woken up and has not looked for a call yet; null if there is none. */
    private @Nullable CallReceiver waking;

    /** Whether an instance waits actively. At most one does. */
    private boolean isActive;

    /** Number of events that end an active wait. Changed with the lock, read without it. */
    private volatile int events;

    /** Maximum numbers of waiting calls, one for each version and group in which the flow runs. */
    private final List<Integer> openings = new ArrayList<>();

    private int free;
    private long refused;
    private int mostWaiting;

    /** Whether a thread watches the deadlines. It sleeps until the time of the next field. */
    private boolean isWatched;

    private long nextCheck;

    CallQueue(String label) {
        this.label = label;
    }

    /**
     * Accepts calls until the result is closed. The last version that was opened determines the
     * maximum number of waiting calls. The last close refuses waiting and further calls.
     */
    AutoCloseable open(int maxWaiting) {
        lock.lock();
        try {
            openings.add(maxWaiting);
        } finally {
            lock.unlock();
        }
        return () -> close(maxWaiting);
    }

    /** Adds an instance. The instance is free until it takes a call. */
    CallReceiver receiver(NodeContext input) {
        CallReceiver receiver = new CallReceiver(input, this, lock.newCondition());
        lock.lock();
        try {
            receivers.add(receiver);
            markFree(receiver);
        } finally {
            lock.unlock();
        }
        return receiver;
    }

    private void close(Integer maxWaiting) {
        lock.lock();
        try {
            openings.remove(maxWaiting);
            if (openings.isEmpty()) {
                refused += waiting.size();
                waiting.forEach(call -> call.fail(stopped()));
                waiting.clear();
                earlierDeadline.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void call(CalledMessage message, long timeoutMillis) {
        FlowCall call = new FlowCall(message, timeoutMillis);
        add(call);
        boolean interrupted = false;
        try {
            call.await();
        } catch (InterruptedException e) {
            interrupted = true;
            Thread.currentThread().interrupt();
        }
        if (!call.hasEnded() && remove(call)) {
            throw tooLate(interrupted, timeoutMillis);
        }
        if (!call.hasEnded()) {
            throw unfinished(interrupted, timeoutMillis);
        }
        call.throwFailure();
    }

    private void add(FlowCall call) {
        lock.lock();
        try {
            if (openings.isEmpty()) {
                refused++;
                throw stopped();
            }
            if (waiting.size() >= free + openings.getLast()) {
                refused++;
                throw busy(
                        "all its instances are busy and "
                                + waiting.size()
                                + (waiting.size() == 1 ? " call waits" : " calls wait")
                                + ", the maximum (maxWaiting)");
            }
            waiting.add(call);
            events++;
            mostWaiting = Math.max(mostWaiting, waiting.size() - free);
            wakeNext();
            if (call.hasDeadline()) {
                watch(call);
            }
        } finally {
            lock.unlock();
        }
    }

    private void watch(FlowCall call) {
        if (!isWatched) {
            isWatched = true;
            nextCheck = System.nanoTime();
            Thread.ofVirtual().name("call-deadlines").start(this::watchDeadlines);
        } else if (call.nanosLeft(nextCheck) < 0) {
            earlierDeadline.signal();
        }
    }

    /** Ends the waits of callers whose time has passed, until no call is left. */
    private void watchDeadlines() {
        lock.lock();
        try {
            for (long pause = expireCalls(); pause >= 0; pause = expireCalls()) {
                long nanos = Math.max(pause, MIN_PAUSE_NANOS);
                nextCheck = System.nanoTime() + nanos;
                earlierDeadline.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            // No code interrupts this thread. The next call starts another one.
        } finally {
            isWatched = false;
            lock.unlock();
        }
    }

    /** Returns the nanoseconds until the next deadline; -1 if there is none. */
    private long expireCalls() {
        long now = System.nanoTime();
        long next = Long.MAX_VALUE;
        for (FlowCall call : waiting) {
            next = Math.min(next, expire(call, now));
        }
        for (CallReceiver receiver : receivers) {
            FlowCall call = receiver.current;
            if (call != null) {
                next = Math.min(next, expire(call, now));
            }
        }
        return next == Long.MAX_VALUE ? -1 : next;
    }

    /**
     * Ends the wait of a call whose deadline has passed. Returns the nanoseconds until the
     * deadline; the maximum if the deadline has passed or the call has none.
     */
    private static long expire(FlowCall call, long now) {
        if (!call.hasDeadline()) {
            return Long.MAX_VALUE;
        }
        long left = call.nanosLeft(now);
        if (left > 0) {
            return left;
        }
        call.expire();
        return Long.MAX_VALUE;
    }

    /** Removes a waiting call. Returns false if an instance has taken the call. */
    private boolean remove(FlowCall call) {
        lock.lock();
        try {
            boolean removed = waiting.remove(call);
            if (removed) {
                refused++;
            }
            return removed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the next call.
     *
     * @return null after the timeout, or if {@link #wake} ended the wait
     */
    @Nullable FlowCall take(CallReceiver receiver, long timeoutMillis) {
        lock.lock();
        try {
            markFree(receiver);
            long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            if (receiver.hasServed && !isActive) {
                receiver.hasServed = false;
                waitActively(receiver);
            }
            while (waiting.isEmpty() && !receiver.woken && nanos > 0) {
                nanos = await(receiver, nanos);
            }
            receiver.woken = false;
            FlowCall call = waiting.poll();
            if (call != null) {
                markBusy(receiver);
                receiver.current = call;
                receiver.hasServed = true;
                wakeNext();
            }
            return call;
        } catch (InterruptedException e) {
            // Only the group can end the thread of an instance, with a command.
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a short time without a wake-up: gives the processor to other threads until a call
     * arrives.
     */
    private void waitActively(CallReceiver receiver) {
        if (!waiting.isEmpty() || receiver.woken) {
            return;
        }
        int before = events;
        isActive = true;
        lock.unlock();
        try {
            long start = System.nanoTime();
            while (events == before && System.nanoTime() - start < ACTIVE_NANOS) {
                Thread.yield();
            }
        } finally {
            lock.lock();
            isActive = false;
        }
    }

    /**
     * Waits until another thread ends the wait of an instance or the time has passed. Returns the
     * remaining nanoseconds.
     */
    private long await(CallReceiver receiver, long nanos) throws InterruptedException {
        idle.push(receiver);
        try {
            return receiver.arrived.awaitNanos(nanos);
        } finally {
            idle.remove(receiver);
            if (waking == receiver) {
                waking = null;
            }
        }
    }

    /**
     * Ends the wait of the last instance that became idle, if a call waits. Only one instance wakes
     * up at a time, and it wakes the next one if further calls wait. Until it runs, instances that
     * become free can take the calls, which avoids thread switches. An instance that waits actively
     * needs no wake-up.
     */
    private void wakeNext() {
        if (waking == null && !isActive && !waiting.isEmpty() && !idle.isEmpty()) {
            waking = idle.pop();
            waking.arrived.signal();
        }
    }

    void wake(CallReceiver receiver) {
        lock.lock();
        try {
            receiver.woken = true;
            events++;
            receiver.arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Counts an instance as free, before the caller of its last message can call again. */
    void freed(CallReceiver receiver) {
        lock.lock();
        try {
            markFree(receiver);
        } finally {
            lock.unlock();
        }
    }

    /** Removes an instance that ends. Returns the call in progress; null if there is none. */
    @Nullable FlowCall leave(CallReceiver receiver) {
        lock.lock();
        try {
            receiver.left = true;
            receivers.remove(receiver);
            if (receivers.isEmpty()) {
                earlierDeadline.signal();
            }
            markBusy(receiver);
            return receiver.current;
        } finally {
            lock.unlock();
        }
    }

    private void markFree(CallReceiver receiver) {
        receiver.current = null;
        if (!receiver.free && !receiver.left) {
            receiver.free = true;
            free++;
        }
    }

    private void markBusy(CallReceiver receiver) {
        if (receiver.free) {
            receiver.free = false;
            free--;
        }
    }

    CallStatus status(String input, String address, boolean isReady) {
        lock.lock();
        try {
            int maxWaiting = openings.isEmpty() ? 0 : openings.getLast();
            return new CallStatus(
                    input, waiting.size(), mostWaiting, maxWaiting, refused, address, isReady);
        } finally {
            lock.unlock();
        }
    }

    boolean hasWaiting() {
        lock.lock();
        try {
            return !waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private MillraceException tooLate(boolean interrupted, long timeoutMillis) {
        return busy(
                interrupted
                        ? "the caller was interrupted before an instance was free"
                        : "no instance was free within " + timeoutMillis + " ms");
    }

    private MillraceException busy(String reason) {
        return new MillraceException(
                ErrorCode.FLOW_BUSY, "the flow did not accept a call at " + label + ": " + reason);
    }

    private MillraceException unfinished(boolean interrupted, long timeoutMillis) {
        return new MillraceException(
                ErrorCode.CALL_UNFINISHED,
                "the message of a call at "
                        + label
                        + (interrupted
                                ? " continues, but its caller was interrupted"
                                : " continues, but did not end within " + timeoutMillis + " ms"));
    }

    private MillraceException stopped() {
        return new MillraceException(
                ErrorCode.FLOW_STOPPED,
                "the flow did not accept a call at " + label + ": it is stopped");
    }
}
