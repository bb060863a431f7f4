package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.QueueName;
import io.millrace.flows.Broker;
import io.millrace.flows.application.QueueAttributes;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * The queues of a server with the changes of operators. Each change is a revision in the deployment
 * log, like a deployment, and replaces the attributes of files until it is removed.
 *
 * <p>Safe for use by several threads.
 */
public final class OperatorQueues {

    private final Broker broker;
    private final DeploymentLog log;
    private final ReentrantLock lock;
    private final boolean locked;

    OperatorQueues(Broker broker, DeploymentLog log, ReentrantLock lock, boolean locked) {
        this.broker = broker;
        this.log = log;
        this.lock = lock;
        this.locked = locked;
    }

    /** Whether assignments and queues can be changed only in files. */
    public boolean isLocked() {
        return locked;
    }

    /**
     * Returns the number of the last revision that changed a queue; 0 if no revision changed it.
     */
    public long revision(String queue) {
        lock.lock();
        try {
            return log.lastOfQueue(queue).map(Revision::number).orElse(0L);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Creates a queue.
     *
     * @param attributes attributes as strings in the form of files
     * @throws MillraceException with REQUEST_INVALID for an invalid name or attribute; with
     *     CHANGE_REFUSED if the queue exists; with STALE_CHANGE or DEPLOYMENT_STORE
     */
    public void define(String queue, Map<String, String> attributes, Condition condition) {
        change(
                queue,
                condition,
                () -> {
                    if (!QueueName.isValid(queue)) {
                        throw new MillraceException(
                                ErrorCode.REQUEST_INVALID, QueueName.describe(queue));
                    }
                    if (broker.store().exists(queue)) {
                        throw new MillraceException(
                                ErrorCode.CHANGE_REFUSED,
                                "the queue %s exists; change it with ./millrace queues alter %s"
                                        .formatted(queue, queue));
                    }
                    attributes.keySet().forEach(OperatorQueues::requireKnown);
                    set(queue, attributes);
                    append(
                            "define",
                            queue,
                            attributes,
                            condition,
                            () -> broker.deleteQueue(queue, true));
                });
    }

    /**
     * Changes attributes of a queue.
     *
     * @param attributes attributes to change; null values for those of the files or the defaults
     * @throws MillraceException with UNKNOWN_QUEUE, REQUEST_INVALID, CHANGE_REFUSED, STALE_CHANGE
     *     or DEPLOYMENT_STORE
     */
    public void alter(String queue, Map<String, String> attributes, Condition condition) {
        change(
                queue,
                condition,
                () -> {
                    requireExists(queue);
                    attributes.keySet().forEach(OperatorQueues::requireKnown);
                    if (isDynamic(queue)) {
                        alterDynamic(queue, attributes);
                        return;
                    }
                    Map<String, String> before =
                            broker.queueChanges().has(queue)
                                    ? broker.queueChanges().of(queue)
                                    : null;
                    Map<String, String> next = broker.queueChanges().of(queue);
                    next.putAll(attributes);
                    next.values().removeIf(value -> value == null);
                    set(queue, next);
                    append(
                            "alter",
                            queue,
                            next,
                            condition,
                            () -> broker.changeQueue(queue, before));
                });
    }

    /**
     * Creates a permanent dynamic queue. It is not a revision, because it is not configuration: the
     * store keeps it with its attributes.
     *
     * @param model queue from which it is created
     * @return name of the queue
     * @throws MillraceException with UNKNOWN_QUEUE, MODEL_QUEUE or DYNAMIC_QUEUES
     */
    public String createDynamic(String model) {
        lock.lock();
        try {
            requireExists(model);
            return broker.store().createDynamic(model);
        } finally {
            lock.unlock();
        }
    }

    private boolean isDynamic(String queue) {
        return broker.store().definition(queue).map(d -> d.rules().isDynamic()).orElse(false);
    }

    /** Whether the queue is dynamic and ends with the connection of its creator. */
    private boolean isTemporary(String queue) {
        return broker.store().isTemporary(queue);
    }

    private void alterDynamic(String queue, Map<String, String> attributes) {
        if (isTemporary(queue)) {
            throw new MillraceException(
                    ErrorCode.CHANGE_REFUSED,
                    "the queue %s is temporary; alter its model %s, which applies to new queues"
                            .formatted(
                                    queue,
                                    broker.store()
                                            .definition(queue)
                                            .map(d -> d.rules().dynamicOf())
                                            .orElse("")));
        }
        set(() -> broker.alterDynamicQueue(queue, attributes));
    }

    private static void requireKnown(String attribute) {
        if (!QueueAttributes.names().contains(attribute)) {
            throw new MillraceException(
                    ErrorCode.REQUEST_INVALID,
                    "unknown attribute %s; %s"
                            .formatted(
                                    attribute,
                                    Problems.didYouMean(
                                            attribute,
                                            QueueAttributes.names(),
                                            "the attributes are "
                                                    + String.join(", ", QueueAttributes.names()))));
        }
    }

    private void requireExists(String queue) {
        QueueName.checkUsable(queue);
        if (!broker.store().exists(queue)) {
            // Throws the exception with the nearest name.
            broker.store().status(queue);
        }
    }

    private void set(String queue, Map<String, String> attributes) {
        set(() -> broker.changeQueue(queue, attributes));
    }

    private static void set(Runnable change) {
        try {
            change.run();
        } catch (ProblemsException wrong) {
            throw new MillraceException(
                    ErrorCode.REQUEST_INVALID,
                    wrong.problems().stream()
                            .map(OperatorQueues::text)
                            .collect(Collectors.joining("; ")));
        } catch (MillraceException wrong) {
            if (wrong.code() == ErrorCode.BAD_VALUE) {
                throw new MillraceException(ErrorCode.REQUEST_INVALID, wrong.getMessage());
            }
            throw wrong;
        }
    }

    private static String text(Problem problem) {
        return problem.hint().isEmpty()
                ? problem.text()
                : problem.text() + " (" + problem.hint() + ")";
    }

    /**
     * Deletes a queue.
     *
     * @param purge whether it can contain messages
     * @throws MillraceException with UNKNOWN_QUEUE, CHANGE_REFUSED, STALE_CHANGE, DEPLOYMENT_STORE,
     *     or QUEUE_IN_USE, which names the users
     */
    public void delete(String queue, boolean purge, Condition condition) {
        change(
                queue,
                condition,
                () -> {
                    requireExists(queue);
                    broker.checkUnusedQueue(queue, purge);
                    if (isDynamic(queue)) {
                        broker.deleteQueue(queue, purge);
                        return;
                    }
                    // The messages cannot be restored, so the change is on disk before.
                    Map<String, Map<String, String>> deleted = new HashMap<>();
                    deleted.put(queue, null);
                    Map<String, String> before =
                            broker.queueChanges().has(queue)
                                    ? broker.queueChanges().of(queue)
                                    : null;
                    log.append(condition, "delete", Map.of(), deleted);
                    try {
                        broker.deleteQueue(queue, purge);
                    } catch (RuntimeException e) {
                        if (before != null) {
                            log.append(condition, "undo delete", Map.of(), Map.of(queue, before));
                        }
                        throw e;
                    }
                });
    }

    private void append(
            String operation,
            String queue,
            Map<String, String> attributes,
            Condition condition,
            Runnable undo) {
        try {
            log.append(condition, operation, Map.of(), Map.of(queue, attributes));
        } catch (RuntimeException e) {
            try {
                undo.run();
            } catch (RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private void change(String queue, Condition condition, Runnable change) {
        lock.lock();
        try {
            if (locked && !isDynamic(queue)) {
                throw refused();
            }
            requireRevision(queue, condition);
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the error for a change of queues on a server with a locked configuration. */
    public static MillraceException refused() {
        return new MillraceException(
                ErrorCode.CHANGE_REFUSED,
                """
                the server was started with --config-locked; change queues in broker.yaml or \
                application.yaml\
                """);
    }

    private void requireRevision(String queue, Condition condition) {
        Revision last = log.lastOfQueue(queue).orElse(null);
        long current = last == null ? 0 : last.number();
        if (condition.revision() != Condition.ANY && condition.revision() != current) {
            throw new MillraceException(
                    condition.revision() > current
                            ? ErrorCode.UNKNOWN_REVISION
                            : ErrorCode.STALE_CHANGE,
                    last == null
                            ? "the queue %s has no revision %d, because no operator has changed it"
                                    .formatted(queue, condition.revision())
                            : "the last change of the queue %s is %s, not revision %d; look at it with ./millrace queues show %s, then repeat the command"
                                    .formatted(queue, last.describe(), condition.revision(), queue),
                    Insert.of(queue));
        }
    }
}
