package io.millrace.nodes.timer;

import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;

import java.time.Instant;

/**
 * The TimeoutNotification node of one instance with a fixed interval. The next event is stored as a
 * timer that repeats without end, which all instances and processes share. Events that become due
 * while the flow is busy or does not run are skipped.
 */
final class IntervalInput extends TimerInput {

    private final String identifier;
    private final long interval;
    private boolean isSet;

    IntervalInput(NodeContext context, String identifier, String transactionMode, long interval) {
        super(
                context,
                context.state(
                        Timer.state(context.application(), identifier, false), StateLimits.DEFAULT),
                transactionMode,
                MessageTemplate.NONE);
        this.identifier = identifier;
        this.interval = interval;
    }

    @Override
    public Delivery receive(long timeoutMillis) {
        if (!isSet) {
            set();
            isSet = true;
        }
        return super.receive(timeoutMillis);
    }

    /** Sets the timer if it does not exist or has another interval. */
    private void set() {
        // Committed records are read without a lock, because an instance can process an event.
        boolean isKnown =
                timers().records().stream()
                        .anyMatch(
                                record ->
                                        record.key().equals(identifier)
                                                && Timer.of(record).interval() == interval);
        if (!isKnown) {
            StateRecord before = timers().get(identifier);
            Instant now = context().clock().instant();
            if (before == null) {
                timers().put(timer(now).toRecord());
            } else if (Timer.of(before).interval() != interval) {
                timers().put(timer(now.plusSeconds(interval)).toRecord());
            }
            context().unit().commit();
        }
    }

    private Timer timer(Instant due) {
        return new Timer(identifier, due, interval, Timer.FOREVER, true, true, null);
    }

    @Override
    Timer next(Timer timer) {
        return timer.nextAfter(context().clock().instant());
    }

    /** The message of a test is not used, because events of an interval have no body. */
    @Override
    public Delivery accept(QueueMessage message) {
        return new TimerEvent(context(), timers(), timer(context().clock().instant()), false);
    }
}
