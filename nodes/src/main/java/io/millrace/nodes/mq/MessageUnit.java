package io.millrace.nodes.mq;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages that an MQInput node processes in one unit of work: the messages of a group, or a
 * single message. They reach the backout threshold together, and none is processed if one of them
 * cannot be parsed.
 */
final class MessageUnit {

    private final List<QueueMessage> messages;
    private final List<QueueDelivery> members = new ArrayList<>();
    private @Nullable MillraceException error;
    private boolean checked;

    /**
     * @param error reason why the messages cannot be processed; null for none
     */
    MessageUnit(List<QueueMessage> messages, @Nullable MillraceException error) {
        this.messages = messages;
        this.error = error;
    }

    /**
     * Returns the deliveries of the messages, in order.
     *
     * @param rolledBack action after a rollback of the unit
     */
    List<Delivery> deliveries(
            NodeContext context, QueueInputSettings settings, Runnable rolledBack) {
        for (QueueMessage message : messages) {
            members.add(new QueueDelivery(context, settings, message, true, true, _ -> {}));
        }
        List<Delivery> all = new ArrayList<>(members.size());
        for (QueueDelivery member : members) {
            all.add(new Member(this, member, member != members.getLast(), rolledBack));
        }
        return all;
    }

    private int backoutCount() {
        return messages.stream().mapToInt(m -> m.descriptor().backoutCount()).max().orElse(0);
    }

    /** Parses all messages of a group before the first is processed. */
    private void check() {
        if (!checked && error == null && members.size() > 1) {
            try {
                members.forEach(QueueDelivery::assemble);
            } catch (RuntimeException | Error damaged) {
                error = MillraceException.from(damaged);
            }
        }
        checked = true;
        if (error != null) {
            throw error;
        }
    }

    /** One message of the unit. */
    private record Member(
            MessageUnit unit, QueueDelivery message, boolean continuesGroup, Runnable rolledBack)
            implements Delivery, Redelivery {

        @Override
        public Redelivery redelivery() {
            return this;
        }

        @Override
        public int backoutCount() {
            return unit.backoutCount();
        }

        @Override
        public int backoutThreshold() {
            return message.backoutThreshold();
        }

        @Override
        public String backOut(MillraceException reason, FailureReport report) {
            return message.backOut(reason, report);
        }

        @Override
        public int size() {
            return message.size();
        }

        @Override
        public Mqmd descriptor() {
            return message.descriptor();
        }

        @Override
        public MessageAssembly assemble() {
            unit.check();
            return message.assemble();
        }

        @Override
        public MessageAssembly assembleRaw() {
            return message.assembleRaw();
        }

        @Override
        public void ended(boolean committed, @Nullable MillraceException failure) {
            if (!committed) {
                rolledBack.run();
            }
        }
    }
}
