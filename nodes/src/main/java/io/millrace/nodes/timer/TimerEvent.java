package io.millrace.nodes.timer;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;

import java.util.Set;

/**
 * An event of a timer that a TimeoutNotification node has received. It has no backout count: after
 * a rollback, it is due again.
 */
record TimerEvent(NodeContext context, Timer timer, boolean transactional)
        implements Delivery, Redelivery {

    private static final MessageAssembler.Defaults EMPTY =
            new MessageAssembler.Defaults(
                    MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    @Override
    public Redelivery redelivery() {
        return transactional ? this : null;
    }

    @Override
    public int backoutCount() {
        return 0;
    }

    @Override
    public int backoutThreshold() {
        return 1;
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
                        : timer.message().root(context.assembler(), transactional));
    }

    @Override
    public MessageAssembly assembleRaw() {
        return withRequest(
                timer.message() == null
                        ? emptyRoot()
                        : timer.message().rawRoot(context.assembler(), transactional));
    }

    private Element emptyRoot() {
        Element root =
                context.assembler()
                        .assemble(null, Bytes.EMPTY, EMPTY.transactional(transactional), null);
        root.child(EMPTY.template().domain()).remove();
        return root;
    }

    private MessageAssembly withRequest(Element root) {
        MessageAssembly message = MessageAssembly.of(root);
        timer.addTo(message.localEnvironment(), context.clock().getZone());
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
        context.queues().put(QueueStore.DEAD_LETTER_QUEUE, message, true);
        context.unit().enlist(context.queues());
        return "dead-letter queue " + QueueStore.DEAD_LETTER_QUEUE;
    }
}
