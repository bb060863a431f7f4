package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.nodes.common.TreeLocation;

import java.util.Arrays;

/**
 * The identifiers by which an MQGet node selects messages.
 *
 * @param location folder with the identifiers
 */
record MessageIdentifiers(
        TreeLocation location, boolean byMsgId, boolean byCorrelId, boolean byGroupId) {

    private static final int LENGTH = 24;

    /** Returns the identifiers that the message from the queue must have. */
    MessageSelection selection(MessageAssembly message) {
        MessageSelection selected = MessageSelection.ALL;
        if (byMsgId) {
            selected = selected.with(QueueIndex.MSG_ID, identifier("MsgId", message));
        }
        if (byCorrelId) {
            selected = selected.with(QueueIndex.CORREL_ID, identifier("CorrelId", message));
        }
        return byGroupId
                ? selected.with(QueueIndex.GROUP_ID, identifier("GroupId", message))
                : selected;
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
