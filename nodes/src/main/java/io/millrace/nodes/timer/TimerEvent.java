package io.millrace.nodes.timer;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.state.State;
import io.millrace.nodes.common.DueEvent;

/** An event of a timer that a TimeoutNotification node has received. */
final class TimerEvent extends DueEvent {

    private final Timer timer;

    TimerEvent(NodeContext context, State timers, Timer timer, boolean transactional) {
        super(context, timers, timer.identifier(), transactional);
        this.timer = timer;
    }

    @Override
    public String id() {
        return "of timer " + timer.identifier();
    }

    @Override
    public int size() {
        return timer.message() == null ? 0 : timer.message().body().length();
    }

    @Override
    public Mqmd descriptor() {
        boolean has = timer.message() != null && timer.message().hasMqmd();
        return has ? timer.message().descriptor() : null;
    }

    @Override
    public MessageAssembly assemble() {
        return withRequest(
                timer.message() == null
                        ? emptyRoot()
                        : timer.message().root(context().assembler(), isTransactional()));
    }

    @Override
    public MessageAssembly assembleRaw() {
        return withRequest(
                timer.message() == null
                        ? emptyRoot()
                        : timer.message().rawRoot(context().assembler(), isTransactional()));
    }

    private MessageAssembly withRequest(Element root) {
        MessageAssembly message = MessageAssembly.of(root);
        timer.addTo(message.localEnvironment(), context().clock().getZone());
        return message;
    }

    /** Moves a stored message that cannot be parsed to the dead-letter queue. */
    @Override
    public String backOut(MillraceException reason, FailureReport report) {
        if (timer.message() == null) {
            throw reason;
        }
        QueueMessage message =
                new QueueMessage(timer.message().descriptor(), timer.message().body(), report);
        context().queues().put(QueueStore.DEAD_LETTER_QUEUE, message, true);
        context().unit().enlist(context().queues());
        return "dead-letter queue " + QueueStore.DEAD_LETTER_QUEUE;
    }
}
