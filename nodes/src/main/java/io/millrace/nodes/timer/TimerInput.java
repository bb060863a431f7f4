package io.millrace.nodes.timer;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;

import org.slf4j.Logger;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;

/** The TimeoutNotification node of one instance, which receives the timers of TimeoutControl. */
class TimerInput implements QueueInput {

    private static final Logger LOG = EventLog.of(TimerInput.class);

    /** Time for which a flow can stop, for example for a deployment, without missing an event. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final NodeContext context;
    private final State timers;
    private final String transactionMode;
    private final MessageTemplate template;

    /** Time from which the instance receives events; null before the first call of receive. */
    private Instant started;

    /** Whether events may be due. Other threads read it. */
    private volatile boolean hasWaiting = true;

    TimerInput(
            NodeContext context,
            String identifier,
            String transactionMode,
            MessageTemplate template) {
        this(
                context,
                context.state(
                        Timer.state(context.application(), identifier, true), StateLimits.DEFAULT),
                transactionMode,
                template);
    }

    TimerInput(
            NodeContext context, State timers, String transactionMode, MessageTemplate template) {
        this.context = context;
        this.timers = timers;
        this.transactionMode = transactionMode;
        this.template = template;
    }

    NodeContext context() {
        return context;
    }

    State timers() {
        return timers;
    }

    @Override
    public Delivery receive(long timeoutMillis) {
        if (started == null) {
            started = context.clock().instant();
        }
        StateRecord due = timers.receiveDue(0);
        if (due == null) {
            hasWaiting = hasWaiting && isAnyDue();
            due = timers.receiveDue(timeoutMillis);
        }
        if (due == null) {
            return null;
        }
        hasWaiting = true;
        Timer timer = read(due);
        if (timer == null || isMissed(timer)) {
            Timer next = timer == null ? null : timer.nextAfter(context.clock().instant());
            put(next);
            context.unit().commit();
            return null;
        }
        put(next(timer));
        boolean transactional = isTransactional(timer);
        if (!transactional) {
            context.unit().commit();
        }
        return new TimerEvent(context, timers, timer, transactional);
    }

    /**
     * Whether any event is due, including postponed events and events that another unit of work
     * processes.
     */
    private boolean isAnyDue() {
        Instant now = context.clock().instant();
        return timers.records().stream()
                .map(StateRecord::due)
                .anyMatch(due -> due != null && !due.isAfter(now));
    }

    @Override
    public boolean hasWaiting() {
        return hasWaiting;
    }

    /** Returns the event after an event that is processed; null for none. */
    Timer next(Timer timer) {
        return timer.next();
    }

    private void put(Timer next) {
        if (next != null) {
            timers.put(next.toRecord());
        }
    }

    private Timer read(StateRecord due) {
        try {
            return Timer.of(due);
        } catch (UncheckedIOException damaged) {
            LOG.error(
                    "{} {}: the timer {} cannot be read and is deleted: {}",
                    ErrorCode.STORE_DAMAGED.id(),
                    context.label(),
                    due.key(),
                    damaged.getCause().getMessage());
            return null;
        }
    }

    private boolean isMissed(Timer timer) {
        boolean missed = timer.ignoreMissed() && timer.due().plus(GRACE).isBefore(started);
        if (missed && timer.message() != null) {
            LOG.warn(
                    """
                    {}: events of the timer {} since {} were missed because the flow did not run, \
                    and are not processed (IgnoreMissed TRUE)\
                    """,
                    context.label(),
                    timer.identifier(),
                    timer.due());
        }
        return missed;
    }

    private boolean isTransactional(Timer timer) {
        return switch (transactionMode) {
            case "yes" -> true;
            case "no" -> false;
            default -> timer.message() != null && timer.message().descriptor().isPersistent();
        };
    }

    @Override
    public Delivery accept(QueueMessage message) {
        StoredMessage stored =
                new StoredMessage(
                        message.descriptor(),
                        true,
                        template.isEmpty() ? MessageTemplate.domain("BLOB") : template,
                        message.body());
        return new TimerEvent(context, timers, event(stored), false);
    }

    private Timer event(StoredMessage message) {
        return new Timer("test", context.clock().instant(), 0, 1, true, true, message);
    }

    @Override
    public void wake() {
        timers.wake();
    }

    @Override
    public void close() {
        timers.close();
    }
}
