package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.common.TreeLocation;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The identifiers by which an MQGet node selects messages.
 *
 * @param location folder with the identifiers
 */
record MessageIdentifiers(
        TreeLocation location, boolean byMsgId, boolean byCorrelId, boolean byGroupId) {

    private static final int LENGTH = 24;

    /** Returns the condition for a message; null if every message is accepted. */
    Predicate<QueueMessage> condition(MessageAssembly message) {
        Predicate<QueueMessage> all = null;
        all = and(all, byMsgId, "MsgId", Mqmd::msgId, message);
        all = and(all, byCorrelId, "CorrelId", Mqmd::correlId, message);
        return and(all, byGroupId, "GroupId", Mqmd::groupId, message);
    }

    private Predicate<QueueMessage> and(
            Predicate<QueueMessage> others,
            boolean used,
            String field,
            Function<Mqmd, Bytes> of,
            MessageAssembly message) {
        if (!used) {
            return others;
        }
        Bytes id = identifier(field, message);
        Predicate<QueueMessage> same = found -> of.apply(found.descriptor()).equals(id);
        return others == null ? same : others.and(same);
    }

    private Bytes identifier(String field, MessageAssembly message) {
        Element top =
                location.tree().equals("InputRoot") ? message.root() : message.localEnvironment();
        Element folder = location.find(top);
        Value value = folder == null ? null : folder.valueOf(field);
        if (value instanceof Value.BlobValue(Bytes bytes) && bytes.length() <= LENGTH) {
            return Bytes.of(Arrays.copyOf(bytes.toArray(), LENGTH));
        }
        String path = String.join(".", location.path());
        throw new MillraceException(
                ErrorCode.DESTINATION_MISSING,
                "%s%s.%s must be a BLOB of at most %d bytes (found %s); it selects the message to get"
                        .formatted(
                                location.tree(),
                                path.isEmpty() ? "" : "." + path,
                                field,
                                LENGTH,
                                value == null ? "no value" : value.type()));
    }
}
