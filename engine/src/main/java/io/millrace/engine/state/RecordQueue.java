package io.millrace.engine.state;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.state.RecordFormat.Version;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The queue with the versions of the records of a state. Units only put messages. {@link #compact}
 * gets messages from the beginning of the queue: it drops obsolete versions and puts the others
 * again. It does not depend on the order of messages, on selectors or on the content of other
 * messages, so it also works for a queue that pages to disk.
 */
final class RecordQueue {

    private static final Logger LOG = EventLog.of(RecordQueue.class);

    /** Maximum number of messages of one compaction. */
    private static final int MAX_MOVED = 256;

    private final QueueStore store;
    private final String name;

    RecordQueue(QueueStore store, String name) {
        this.store = store;
        this.name = name;
    }

    String name() {
        return name;
    }

    void create() {
        if (!store.exists(name)) {
            store.create(QueueDefinition.named(name));
        }
    }

    /** Puts a version in the unit of a session. */
    void put(Version version, QueueSession session) {
        try {
            session.put(name, message(version), true);
        } catch (MillraceException e) {
            throw new MillraceException(
                    e.code(),
                    "record %s cannot be written: %s".formatted(version.key(), e.getMessage()),
                    e);
        }
    }

    /** Puts a version outside any unit. */
    void put(Version version) {
        try (QueueSession session = store.session()) {
            put(version, session);
            session.commit();
        }
    }

    private static QueueMessage message(Version version) {
        Mqmd descriptor = new Mqmd().persistence(Mqmd.PERSISTENCE_YES);
        return new QueueMessage(descriptor, RecordFormat.write(version));
    }

    /**
     * Reads all versions.
     *
     * @return number of messages that were read
     */
    long read(List<Version> versions) {
        long[] messages = {0};
        store.browse(
                name,
                message -> {
                    messages[0]++;
                    Version version = RecordFormat.read(message.body());
                    if (version != null) {
                        versions.add(version);
                    } else {
                        LOG.error(
                                """
                                {} message {} of {} is not a record and is ignored; it is moved \
                                to {} later\
                                """,
                                ErrorCode.STORE_DAMAGED.id(),
                                message.descriptor().msgId().hex(),
                                name,
                                QueueStore.DEAD_LETTER_QUEUE);
                    }
                });
        return messages[0];
    }

    /**
     * Returns the number of messages on the queue, including messages of open units and readers.
     */
    long depth() {
        return store.depth(name);
    }

    /**
     * Removes obsolete messages at the beginning of the queue.
     *
     * @return the versions that were removed
     */
    List<Version> compact(Predicate<Version> isObsolete) {
        List<Version> removed = new ArrayList<>();
        try (QueueSession session = store.session();
                QueueReader reader = session.reader(name)) {
            for (int i = 0; i < MAX_MOVED && session.hasRoom(); i++) {
                QueueMessage message = reader.receive(0);
                if (message == null) {
                    break;
                }
                Version version = RecordFormat.read(message.body());
                if (version == null) {
                    session.put(QueueStore.DEAD_LETTER_QUEUE, message, true);
                } else if (isObsolete.test(version)) {
                    removed.add(version);
                } else {
                    session.put(name, message(version), true);
                }
            }
            session.commit();
        }
        return removed;
    }
}
