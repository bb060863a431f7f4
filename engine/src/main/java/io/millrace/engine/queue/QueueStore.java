package io.millrace.engine.queue;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.setting.LimitUse;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A store of queues: Artemis, or memory. Safe for use by several threads.
 *
 * <p>A store always has the dead-letter queue {@value #DEAD_LETTER_QUEUE}. A store never creates a
 * queue implicitly. A store deletes messages only when they expire, and never counts a prefetched
 * message as backed out.
 */
public interface QueueStore extends AutoCloseable {

    String DEAD_LETTER_QUEUE = "SYSTEM.DEAD.LETTER.QUEUE";

    /**
     * Creates a queue. An existing queue keeps its messages and gets the attributes of the
     * definition. An alias stands for another queue, which need not exist yet.
     *
     * @throws io.millrace.engine.error.MillraceException for example with QUEUE_STORE_DOWN; with
     *     BAD_VALUE if the store cannot index the queue
     */
    void create(QueueDefinition definition);

    /** Returns the definition of a queue; empty if the queue does not exist. */
    Optional<QueueDefinition> definition(String queue);

    /** Returns the alias queues, sorted by name. They are not part of {@link #status()}. */
    default List<QueueDefinition> aliases() {
        return List.of();
    }

    /** Returns the model queues, sorted by name. They are not part of {@link #status()}. */
    default List<QueueDefinition> models() {
        return List.of();
    }

    /** Returns the number of existing queues that were created from a model. */
    default long dynamicQueues(String model) {
        return names().stream()
                .filter(
                        name ->
                                definition(name)
                                        .map(d -> d.rules().dynamicOf().equals(model))
                                        .orElse(false))
                .count();
    }

    /** Whether a queue is deleted when the connection of its creator ends. */
    default boolean isTemporary(String queue) {
        return false;
    }

    /**
     * Creates a permanent dynamic queue from a model.
     *
     * @return name of the queue
     * @throws MillraceException with UNKNOWN_QUEUE; with MODEL_QUEUE if the queue is not a
     *     permanent model; with DYNAMIC_QUEUES if the model has its maximum of dynamic queues
     */
    default String createDynamic(String model) {
        QueueDefinition definition =
                definition(model).orElseThrow(() -> PutRules.unknownQueue(model, names()));
        QueueDefinition dynamic = QueueModel.permanent(definition, dynamicQueues(model));
        create(dynamic);
        return dynamic.name();
    }

    default boolean exists(String queue) {
        return definition(queue).isPresent();
    }

    /** Deletes a queue and all messages on it. Does nothing if the queue does not exist. */
    void delete(String queue);

    /** Returns the names of all queues without aliases and models, sorted. */
    default List<String> names() {
        return status().stream().map(QueueStatus::name).toList();
    }

    /** Opens a session for one thread. */
    QueueSession session();

    /** Returns the status of all queues, sorted by name. */
    List<QueueStatus> status();

    /** Returns the status of a queue. Fails with UNKNOWN_QUEUE. */
    QueueStatus status(String queue);

    /**
     * Returns copies of the first messages of a queue. The messages stay on the queue.
     *
     * @param max maximum number of messages
     */
    List<QueueMessage> browse(String queue, int max);

    /** Passes a copy of each message of a queue to a consumer. The messages stay on the queue. */
    void browse(String queue, Consumer<QueueMessage> consumer);

    /** Opens a cursor at the beginning of a queue. */
    QueueBrowser browser(String queue);

    /**
     * Returns a copy of the first message of a queue with an index whose indexed identifier has a
     * value. The message stays on the queue. The time of a call does not depend on the depth.
     *
     * @param filter condition, as for {@link QueueSession#take(String, Bytes, Predicate, long)}
     * @throws MillraceException with BAD_VALUE if the queue has no index
     */
    Optional<QueueMessage> browse(String queue, Bytes id, Predicate<Mqmd> filter);

    /** Returns the number of messages on a queue, including messages in units of work. */
    default long depth(String queue) {
        return status(queue).depth();
    }

    /**
     * Removes all messages of a queue that are not in a unit of work. Returns the number of removed
     * messages.
     */
    long clear(String queue);

    /**
     * Whether a named user of the store has the right to put messages on a queue. A store without
     * access control authorizes every user.
     *
     * @throws MillraceException with QUEUE_NOT_AUTHORIZED if the rights are unknown, because the
     *     queues belong to another process
     */
    default boolean mayPut(String user, String queue) {
        return true;
    }

    /** Returns the audit log of the store; empty if the store has none. */
    default Optional<AuditLog> audit() {
        return Optional.empty();
    }

    /** Returns the acceptors of the store with their actual ports; empty if it has none. */
    default List<Acceptor> listening() {
        return List.of();
    }

    /**
     * Returns the connections of clients to the acceptors of the store, the oldest first. Sessions
     * of this process are not connections. A remote store reports no clients, because they belong
     * to another process.
     */
    default List<ClientConnection> connections() {
        return List.of();
    }

    /**
     * Closes the connection of a client. Open units of work of the client are rolled back. The
     * client can connect again.
     *
     * @param id identifier of a {@link ClientConnection}
     * @return false if no connection has this identifier
     */
    default boolean disconnect(String id) {
        return false;
    }

    /** Returns the open units of work, including units of clients, the oldest first. */
    default List<OpenUnit> units() {
        return List.of();
    }

    /** Returns the limits of the store, without the limits of single queues. */
    default List<LimitUse> limits() {
        return List.of();
    }

    /**
     * Backs out a unit of work: the next call of its owner, or its commit, fails with
     * UNIT_BACKED_OUT. A client is disconnected.
     *
     * @param id identifier of an {@link OpenUnit}
     * @return false if no open unit has this identifier
     */
    default boolean backOut(String id) {
        return false;
    }

    /**
     * Reserves a name for this process among all processes that use the same queues, until it is
     * closed or the connection of this process is lost.
     *
     * @throws MillraceException with QUEUE_STORE_DOWN if another process has the name
     */
    default NameLock hold(String name) {
        return NameLock.OF_OWN_STORE;
    }

    /** Returns the statistics of the destination caches of sessions. */
    default DestinationCounts destinations() {
        return DestinationCounts.NONE;
    }

    /**
     * Registers a listener for a permanent failure of the store, for example a disk error. After a
     * failure, every call fails with the reported exception. The listener is called at most once,
     * on a thread of the store, or immediately if the store has already failed.
     */
    default void onFailure(Consumer<MillraceException> listener) {}

    /**
     * Registers a supplier of this process's status. It answers status requests that other
     * processes of the same user send through these queues. Ignored by a store that no other
     * process can reach.
     *
     * @param status supplier of the status, called on a thread of the store
     */
    default void answerStatus(Supplier<String> status) {}

    /**
     * Returns the status of the process that runs these queues; empty if these queues run in this
     * process or no process runs them.
     */
    default Optional<String> askStatus() {
        return Optional.empty();
    }

    /**
     * Returns the reason that puts are currently rejected, for example a full disk; empty if they
     * are accepted.
     */
    default Optional<String> impediment() {
        return Optional.empty();
    }

    @Override
    void close();
}
