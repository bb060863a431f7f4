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
import io.millrace.engine.queue.QueueStatus;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The MQGet node of one instance. */
final class QueueGet implements Node {

    /** Maximum time to wait without looking whether the flow is being stopped. */
    private static final long STEP_MILLIS = 200;

    /** Limits of the pauses between searches for a message with certain identifiers. */
    private static final long MIN_PAUSE_MILLIS = 1;

    private static final long MAX_PAUSE_MILLIS = 50;

    /** Number of pauses after which an unchanged queue is searched again. */
    private static final int MAX_PAUSES = 20;

    private final NodeContext context;
    private final QueueGetSettings settings;
    private final Terminal warning;
    private final Terminal out;
    private final Terminal noMessage;

    /** Session of gets outside the unit; null until it is needed. */
    private QueueSession immediate;

    QueueGet(NodeContext context, QueueGetSettings settings) {
        this.context = context;
        this.settings = settings;
        warning = context.terminal("warning");
        out = context.terminal("out");
        noMessage = context.terminal("noMessage");
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        boolean inUnit =
                !settings.browse()
                        && (settings.transactionMode().equals("yes")
                                || settings.transactionMode().equals("automatic")
                                        && context.inUnit());
        QueueMessage found = found(settings.identifiers().condition(message), inUnit);
        if (found == null) {
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

    /** Returns a message that meets a condition; null if none arrives in time. */
    private QueueMessage found(Predicate<QueueMessage> condition, boolean inUnit) {
        if (settings.browse()) {
            return search(() -> browsed(condition));
        }
        QueueSession session = inUnit ? context.queues() : immediate();
        if (inUnit) {
            context.unit().enlist(session);
        }
        QueueMessage found =
                condition == null
                        ? next(session)
                        : search(() -> session.take(settings.queue(), condition));
        if (!inUnit && found != null) {
            session.commit();
        }
        return found;
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

    /** Returns the first message on the queue that meets a condition, which can be null. */
    private QueueMessage browsed(Predicate<QueueMessage> condition) {
        if (condition == null) {
            var first = context.queueStore().browse(settings.queue(), 1);
            return first.isEmpty() ? null : first.getFirst();
        }
        QueueMessage[] found = new QueueMessage[1];
        context.queueStore()
                .browse(
                        settings.queue(),
                        message -> {
                            if (found[0] == null && condition.test(message)) {
                                found[0] = message;
                            }
                        });
        return found[0];
    }

    /** Repeats a search of the queue, when its content has changed, until the time is over. */
    private QueueMessage search(Supplier<QueueMessage> attempt) {
        long end = end();
        long pause = MIN_PAUSE_MILLIS;
        while (true) {
            long content = content();
            QueueMessage found = attempt.get();
            if (found != null || left(end) == 0) {
                return found;
            }
            int pauses = 0;
            do {
                pause(Math.min(pause, left(end)));
                pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
                checkStopped();
            } while (content() == content && ++pauses < MAX_PAUSES && left(end) > 0);
        }
    }

    /** Returns a number that changes when messages arrive on the queue or return to it. */
    private long content() {
        QueueStatus status = context.queueStore().status(settings.queue());
        return 31 * status.put() + status.depth() - status.inDelivery();
    }

    private long end() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.waitMillis());
    }

    private static long left(long end) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    private void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped();
        }
    }

    private void checkStopped() {
        if (context.isStopped() || Thread.currentThread().isInterrupted()) {
            throw stopped();
        }
    }

    private MillraceException stopped() {
        return new MillraceException(
                ErrorCode.FLOW_STOPPED,
                "the flow was stopped while node "
                        + context.label()
                        + " waited for a message on queue "
                        + settings.queue());
    }

    @Override
    public void close() {
        if (immediate != null) {
            immediate.close();
        }
    }
}
