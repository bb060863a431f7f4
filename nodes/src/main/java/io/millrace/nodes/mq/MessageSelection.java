package io.millrace.nodes.mq;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueIndex;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.Map;

/** Identifiers that a message must have. Immutable. */
public final class MessageSelection {

    /** Selection of all messages. */
    public static final MessageSelection ALL = new MessageSelection(Map.of());

    private final Map<QueueIndex, Bytes> ids;

    private MessageSelection(Map<QueueIndex, Bytes> ids) {
        this.ids = ids;
    }

    /**
     * Returns this selection with a further identifier.
     *
     * @param id identifier of 24 bytes
     */
    public MessageSelection with(QueueIndex field, Bytes id) {
        Map<QueueIndex, Bytes> all = new EnumMap<>(QueueIndex.class);
        all.putAll(ids);
        all.put(field, id);
        return new MessageSelection(all);
    }

    /** Returns the selected value of an identifier; null if any value is selected. */
    @Nullable Bytes id(@Nullable QueueIndex field) {
        return field == null ? null : ids.get(field);
    }

    boolean isAll() {
        return ids.isEmpty();
    }

    /** Whether a message has the identifiers. */
    boolean matches(Mqmd descriptor) {
        return ids.entrySet().stream()
                .allMatch(entry -> entry.getKey().of(descriptor).equals(entry.getValue()));
    }
}
