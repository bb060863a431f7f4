package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;

import java.util.Set;
import java.util.function.Consumer;

/** A message that an MQInput node has received. */
record QueueDelivery(
        NodeContext context,
        QueueInputSettings settings,
        QueueMessage message,
        boolean transactional,
        boolean inUnit,
        Consumer<Boolean> whenEnded)
        implements Delivery, Redelivery {

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    @Override
    public Redelivery redelivery() {
        return transactional ? this : null;
    }

    @Override
    public int backoutCount() {
        return message.descriptor().backoutCount();
    }

    @Override
    public int backoutThreshold() {
        if (settings.backoutThreshold() > 0) {
            return settings.backoutThreshold();
        }
        int defined =
                context.queueStore()
                        .definition(settings.queue())
                        .map(QueueDefinition::backoutThreshold)
                        .orElse(0);
        return Math.max(1, defined);
    }

    @Override
    public int size() {
        return message.body().length();
    }

    @Override
    public Mqmd descriptor() {
        return message.descriptor();
    }

    @Override
    public MessageAssembly assemble() {
        QueueMessage converted =
                settings.conversion() == null
                        ? message
                        : settings.conversion()
                                .convert(message, context.assembler().parsers(), context.limits());
        Element root =
                context.assembler()
                        .assemble(
                                converted.descriptor(),
                                converted.body(),
                                settings.defaults(transactional),
                                context::note);
        if (!settings.topic().isEmpty()) {
            defaultTopic(root.child("Properties"));
        }
        return MessageAssembly.of(root);
    }

    private void defaultTopic(Element properties) {
        Element topic = properties == null ? null : properties.child("Topic");
        if (topic != null && (topic.value() == null || topic.text().isEmpty())) {
            topic.value(Value.of(settings.topic()));
        } else if (properties != null && topic == null) {
            properties.add("Topic", Value.of(settings.topic()));
        }
    }

    @Override
    public MessageAssembly assembleRaw() {
        return MessageAssembly.of(raw(context, message));
    }

    /**
     * Assembles a message with damaged headers: all bytes after the MQMD become the body, and the
     * Format in the MQMD is ignored.
     */
    static Element raw(NodeContext context, QueueMessage message) {
        try {
            return context.assembler()
                    .assemble(message.descriptor(), message.body(), RAW, context::note);
        } catch (RuntimeException damagedHeaders) {
            Mqmd plain = message.descriptor().copy().format("");
            return context.assembler().assemble(plain, message.body(), RAW, context::note);
        }
    }

    @Override
    public String backOut(MillraceException reason, FailureReport report) {
        String queue = backoutQueue();
        String why = "";
        if (!queue.isEmpty()) {
            try {
                put(queue, message, report);
                return "backout queue " + queue;
            } catch (MillraceException refused) {
                why =
                        ", because backout queue %s rejected it (%s %s)"
                                .formatted(queue, refused.code().id(), refused.getMessage());
                context.note("the message is moved to the dead-letter queue" + why);
            }
        }
        try {
            put(
                    QueueStore.DEAD_LETTER_QUEUE,
                    DeadLetter.of(message, settings.queue(), reason, context),
                    report);
        } catch (MillraceException refused) {
            if (refused.code() != ErrorCode.MESSAGE_TOO_LARGE) {
                throw refused;
            }
            // The header makes the message larger than allowed; the message without the header is
            // not too large.
            put(QueueStore.DEAD_LETTER_QUEUE, message, report);
        }
        return "dead-letter queue " + QueueStore.DEAD_LETTER_QUEUE + why;
    }

    private String backoutQueue() {
        if (!settings.backoutQueue().isEmpty()) {
            return settings.backoutQueue();
        }
        return context.queueStore()
                .definition(settings.queue())
                .map(QueueDefinition::backoutQueue)
                .orElse("");
    }

    private void put(String queue, QueueMessage moved, FailureReport report) {
        context.queues()
                .put(queue, new QueueMessage(moved.descriptor(), moved.body(), report), true);
        context.unit().enlist(context.queues());
    }

    @Override
    public void ended(boolean committed, MillraceException failure) {
        whenEnded.accept(committed);
    }
}
