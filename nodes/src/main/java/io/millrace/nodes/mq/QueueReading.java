package io.millrace.nodes.mq;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.common.Segments;

import org.slf4j.Logger;

import java.util.concurrent.TimeUnit;

/** The MQInput node of one instance. */
final class QueueReading implements QueueInput, OrderGate.OrderedInstance {

    private static final Logger LOG = EventLog.of(QueueReading.class);

    private final NodeContext context;
    private final QueueInputSettings settings;
    private final OrderGate gate;
    private final MessageSource source;
    private volatile boolean woken;
    private boolean segmentReported;
    private OrderGate.Ticket ticket;

    QueueReading(NodeContext context, QueueInputSettings settings) {
        this.context = context;
        this.settings = settings;
        gate = settings.gate();
        source = settings.source(context);
    }

    @Override
    public Delivery receive(long timeoutMillis) {
        QueueMessage message = gate == null ? read(timeoutMillis) : inOrder(timeoutMillis);
        if (message == null) {
            woken = false;
            return null;
        }
        reportSegment(message);
        if (settings.isBrowsing()) {
            return new QueueDelivery(context, settings, message, false, false, this::ended);
        }
        boolean transactional = settings.isTransactional(message.descriptor());
        boolean piggybacked = !transactional && context.allowsPiggybacking();
        if (!piggybacked && !context.unit().isEmpty()) {
            // The unit already contains other messages. A piggybacked message is committed with
            // them, or delivered again alone.
            transactional = true;
        }
        boolean inUnit = transactional || piggybacked;
        if (inUnit) {
            context.unit().enlist(context.queues());
        } else {
            source.acceptNow();
        }
        return new QueueDelivery(context, settings, message, transactional, inUnit, this::ended);
    }

    /** Reports the first segment of a message, which is processed as a message of its own. */
    private void reportSegment(QueueMessage message) {
        if (!segmentReported && Segments.isSegment(message.descriptor())) {
            segmentReported = true;
            LOG.warn(
                    "{}: message {} on queue {} is a segment and is processed as a message of its"
                            + " own; set assembleSegments: true to assemble the segments",
                    context.label(),
                    message.descriptor().msgId().hex(),
                    settings.queue());
        }
    }

    private QueueMessage read(long timeoutMillis) {
        // A call of wake before the queue was opened has no other effect.
        return source.receive(woken ? 0 : timeoutMillis);
    }

    private QueueMessage inOrder(long timeoutMillis) {
        long start = System.nanoTime();
        if (!gate.enter(this, timeoutMillis)) {
            return null;
        }
        QueueMessage message = null;
        try {
            long left = timeoutMillis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            message = read(Math.max(0, left));
        } finally {
            ticket = gate.received(message);
        }
        if (message == null) {
            gate.nothingReturns();
            return null;
        }
        if (!gate.await(ticket, this)) {
            source.giveBack();
            ended(false);
            return null;
        }
        return message;
    }

    private void ended(boolean committed) {
        if (ticket != null) {
            gate.ended(ticket, !committed);
            ticket = null;
        }
    }

    @Override
    public Delivery accept(QueueMessage message) {
        return new QueueDelivery(context, settings, message, false, false, committed -> {});
    }

    @Override
    public boolean isWoken() {
        return woken;
    }

    @Override
    public void wake() {
        woken = true;
        source.wake();
        if (gate != null) {
            gate.wake();
        }
    }

    @Override
    public void close() {
        ended(false);
        source.close();
    }
}
