package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;

import java.util.concurrent.TimeUnit;

/** The MQGet node of one instance. */
final class QueueGet implements Node {

    /** Maximum time of a wait between two checks whether the flow is being stopped. */
    private static final long STEP_MILLIS = 200;

    private final NodeContext context;
    private final QueueGetSettings settings;
    private final Terminal warning;
    private final Terminal out;
    private final Terminal noMessage;
    private final QueueSearch search;
    private final SegmentSearch segments;

    /** Session of gets outside the unit; null until it is needed. */
    private QueueSession immediate;

    QueueGet(NodeContext context, QueueGetSettings settings) {
        this.context = context;
        this.settings = settings;
        warning = context.terminal("warning");
        out = context.terminal("out");
        noMessage = context.terminal("noMessage");
        search = new QueueSearch(context.queueStore(), settings.queue(), context::isStopped);
        segments = new SegmentSearch(context, settings.queue());
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        boolean inUnit =
                !settings.browse()
                        && (settings.transactionMode().equals("yes")
                                || settings.transactionMode().equals("automatic")
                                        && context.inUnit());
        QueueMessage found = found(settings.identifiers().selection(message), inUnit);
        if (found == null) {
            checkStopped();
            noMessage.propagate(settings.result().without(message));
            return;
        }
        Element root;
        try {
            root =
                    context.assembler()
                            .assemble(
                                    found.descriptor(),
                                    found.body(),
                                    settings.defaults().transactional(inUnit),
                                    context::note);
        } catch (MillraceException damaged) {
            if (damaged.code() != ErrorCode.BAD_HEADER || !warning.isWired()) {
                throw damaged;
            }
            context.note("propagated to warning: " + damaged.getMessage());
            warning.propagate(output(message, QueueDelivery.raw(context, found)));
            return;
        }
        out.propagate(output(message, root));
    }

    private MessageAssembly output(MessageAssembly message, Element root) {
        return settings.result().with(message, root, context.assembler().parsers());
    }

    /** Returns a selected message; null if none arrives in time. */
    private QueueMessage found(MessageSelection selection, boolean inUnit) {
        if (settings.browse()) {
            return settings.assemblesSegments()
                    ? search.search(() -> segments.browse(selection), settings.waitMillis())
                    : search.browse(selection, settings.waitMillis());
        }
        QueueSession session = inUnit ? context.queues() : immediate();
        if (inUnit) {
            context.unit().enlist(session);
        }
        QueueMessage found = taken(session, selection);
        if (!inUnit && found != null) {
            session.commit();
        }
        return found;
    }

    private QueueMessage taken(QueueSession session, MessageSelection selection) {
        if (settings.assemblesSegments()) {
            return search.search(() -> segments.take(session, selection), settings.waitMillis());
        }
        return selection.isAll()
                ? next(session)
                : search.take(session, selection, settings.waitMillis());
    }

    private QueueSession immediate() {
        if (immediate == null) {
            immediate = context.queueStore().session();
        }
        return immediate;
    }

    /** Receives the next message of the queue. */
    private QueueMessage next(QueueSession session) {
        long end = end();
        try (QueueReader reader = session.reader(settings.queue())) {
            while (true) {
                long left = left(end);
                QueueMessage found = reader.receive(Math.min(left, STEP_MILLIS));
                if (found != null || left == 0) {
                    return found;
                }
                checkStopped();
            }
        }
    }

    private long end() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.waitMillis());
    }

    private static long left(long end) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    private void checkStopped() {
        if (context.isStopped() || Thread.currentThread().isInterrupted()) {
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "the flow was stopped while node "
                            + context.label()
                            + " waited for a message on queue "
                            + settings.queue());
        }
    }

    @Override
    public void close() {
        if (immediate != null) {
            immediate.close();
        }
    }
}
