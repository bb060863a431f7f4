package io.millrace.server.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.sample.OriginalMessage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An operation that removes selected messages from a queue: it moves them to a queue, returns them
 * to the queues of their flows, or deletes them. Units of 100 messages are committed. For one call.
 */
public final class MessageMove {

    private static final int MESSAGES_A_UNIT = 100;

    /** Maximum number of failures that are returned with their reason. */
    private static final int MAX_FAILURES = 100;

    /** The kind of operation on the messages. */
    public enum Kind {
        /** Puts the messages unchanged on a queue. */
        MOVE,
        /** They are put with their original headers on the queue of their flow, or to a queue. */
        REPLAY,
        /** They are deleted. */
        PURGE
    }

    /** A message that was not moved. */
    public record Failure(String msgId, String code, String text) {}

    private final QueueStore store;
    private final MessageAssembler assembler;
    private final Kind kind;
    private final String target;
    private final Predicate<QueueMessage> condition;
    private final Consumer<String> permission;
    private final long max;
    private final Map<String, Integer> moved = new TreeMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private long failed;
    private long found;

    /**
     * @param target queue to which messages are moved; empty for their original queues, and for
     *     {@link Kind#PURGE}
     * @param condition condition on messages, for example a {@link
     *     io.millrace.flows.sample.MessageFilter}
     * @param permission called with each queue to which a message is moved; throws an exception if
     *     the message must not be moved there
     * @param max maximum number of messages
     */
    public MessageMove(
            QueueStore store,
            MessageAssembler assembler,
            Kind kind,
            String target,
            Predicate<QueueMessage> condition,
            Consumer<String> permission,
            long max) {
        this.permission = permission;
        this.store = store;
        this.assembler = assembler;
        this.kind = kind;
        this.target = target;
        this.condition = condition;
        this.max = max;
    }

    /**
     * Processes the messages that are on the queue at the beginning. Messages that cannot be moved
     * stay on the queue.
     *
     * @throws MillraceException with UNKNOWN_QUEUE, CHANGE_REFUSED, or the errors of a put. The
     *     units before are committed: see {@link #moved}
     */
    public void run(String queue) {
        QueueName.checkUsable(queue);
        if (!target.isEmpty()) {
            QueueName.checkUsable(target);
            checkDifferent(queue);
        }
        checkReadable(store, queue);
        try {
            moveAll(queue);
        } catch (MillraceException e) {
            throw e.code() == ErrorCode.QUEUE_FULL ? full(queue, e) : e;
        }
    }

    private MillraceException full(String queue, MillraceException e) {
        String moved = count() == 1 ? "1 message" : count() + " messages";
        return new MillraceException(
                e.code(),
                "%s; %s of %s %s moved before, and all others stay on it: repeat the command when there is space"
                        .formatted(e.getMessage(), moved, queue, count() == 1 ? "was" : "were"),
                e);
    }

    private void moveAll(String queue) {
        try (QueueSession session = store.session();
                QueueReader reader = session.reader(queue)) {
            found = store.status(queue).depth();
            Predicate<QueueMessage> selection = new Selection(found);
            boolean more = true;
            while (more) {
                Map<String, Integer> unit = new TreeMap<>();
                for (int i = 0; more && i < MESSAGES_A_UNIT; i++) {
                    more = move(session, reader.receive(selection), unit);
                }
                session.commit();
                unit.forEach((to, count) -> moved.merge(to, count, Integer::sum));
            }
        }
    }

    private void checkDifferent(String queue) {
        if (store.status(target).name().equals(store.status(queue).name())) {
            throw new MillraceException(
                    ErrorCode.REQUEST_INVALID,
                    "the messages of %s must be moved to another queue (found %s)"
                            .formatted(queue, target));
        }
    }

    /**
     * Checks that messages can be received from a queue.
     *
     * @throws MillraceException with UNKNOWN_QUEUE, or with CHANGE_REFUSED if gets are inhibited
     */
    public static void checkReadable(QueueStore store, String queue) {
        String name = store.status(queue).name();
        if (store.definition(name).map(d -> d.rules().inhibitGet()).orElse(false)) {
            throw inhibited(name);
        }
    }

    /** Returns the exception for a queue whose gets are inhibited. */
    public static MillraceException inhibited(String queue) {
        return new MillraceException(
                ErrorCode.CHANGE_REFUSED,
                "gets from the queue %s are inhibited; set its attribute inhibitGet to false"
                        .formatted(queue));
    }

    /** Moves a message in the open unit. Returns false if there is no message. */
    private boolean move(QueueSession session, QueueMessage received, Map<String, Integer> unit) {
        if (received == null) {
            return false;
        }
        // A put can fail for reasons other than the message, so its backout count must not
        // increase.
        session.keepBackoutCounts();
        if (kind == Kind.PURGE) {
            unit.merge("", 1, Integer::sum);
            return true;
        }
        OriginalMessage next = next(received);
        session.put(next.queue(), next.message(), true);
        unit.merge(next.queue(), 1, Integer::sum);
        return true;
    }

    private OriginalMessage next(QueueMessage received) {
        if (kind != Kind.REPLAY) {
            return new OriginalMessage(received, target);
        }
        OriginalMessage original = OriginalMessage.of(received, assembler);
        return target.isEmpty() ? original : new OriginalMessage(original.message(), target);
    }

    /** Returns the number of moved messages by queue; for a purge, the only name is empty. */
    public Map<String, Integer> moved() {
        return moved;
    }

    /** Returns the number of all moved messages. */
    public int count() {
        return moved.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the first messages that match the condition but could not be moved. */
    public List<Failure> failures() {
        return failures;
    }

    /** Returns the number of messages that match the condition but could not be moved. */
    public long failed() {
        return failed;
    }

    /** Returns the number of messages that were on the queue. */
    public long found() {
        return found;
    }

    /**
     * The messages to move. Only messages that were on the queue at the beginning are included, so
     * a message that fails again is not moved again.
     */
    private final class Selection implements Predicate<QueueMessage> {

        private long left;
        private long selected;

        Selection(long depth) {
            left = depth;
        }

        @Override
        public boolean test(QueueMessage message) {
            if (left-- <= 0 || selected >= max) {
                return false;
            }
            try {
                if (!condition.test(message)) {
                    return false;
                }
                String to = kind == Kind.PURGE ? "" : next(message).queue();
                if (kind == Kind.REPLAY && to.isEmpty()) {
                    throw new MillraceException(
                            ErrorCode.USAGE,
                            "it was not moved by a flow, so its original queue is unknown; specify"
                                    + " a backout or dead-letter queue, or --to");
                }
                if (!to.isEmpty()) {
                    permission.accept(to);
                }
                selected++;
                return true;
            } catch (MillraceException cannot) {
                failed++;
                if (failures.size() < MAX_FAILURES) {
                    failures.add(
                            new Failure(
                                    message.descriptor().msgId().hex(),
                                    cannot.root().code().id(),
                                    cannot.root().getMessage()));
                }
                return false;
            }
        }
    }
}
