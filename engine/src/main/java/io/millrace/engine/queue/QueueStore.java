package io.millrace.engine.queue;

import io.millrace.engine.error.MillraceException;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A place where queues are: Artemis, or memory. Safe to use from several threads.
 *
 * <p>A store always has the dead-letter queue {@value #DEAD_LETTER_QUEUE}. It never creates a queue
 * because somebody used its name, never deletes a message by itself but for its expiry, and never
 * counts a message as backed out that was only prefetched.
 */
public interface QueueStore extends AutoCloseable {

    String DEAD_LETTER_QUEUE = "SYSTEM.DEAD.LETTER.QUEUE";

    /**
     * Creates a queue; where it exists, it stays with its messages and takes over the definition's
     * limits.
     *
     * @throws io.millrace.engine.error.MillraceException with QUEUE_STORE_DOWN and the like
     */
    void create(QueueDefinition definition);

    /** The definition that a queue was created with; empty where there is no such queue. */
    Optional<QueueDefinition> definition(String queue);

    default boolean exists(String queue) {
        return definition(queue).isPresent();
    }

    /** Removes a queue and its messages; does nothing where there is none. */
    void delete(String queue);

    /** Opens a session for one thread. */
    QueueSession session();

    /** The status of all queues, sorted by name. */
    List<QueueStatus> status();

    /** The status of a queue; throws UNKNOWN_QUEUE. */
    QueueStatus status(String queue);

    /**
     * Copies of the first messages of a queue, which stay where they are.
     *
     * @param max how many at the most
     */
    List<QueueMessage> browse(String queue, int max);

    /** Removes all messages of a queue that no unit of work holds; gives back how many. */
    long clear(String queue);

    /**
     * Where the store listens for clients, with the ports as they really are; empty where it does
     * not.
     */
    default List<Acceptor> listening() {
        return List.of();
    }

    /** The units of work that are open, the oldest first; those of clients too. */
    default List<OpenUnit> units() {
        return List.of();
    }

    /**
     * Has a unit of work backed out: whoever works in it gets UNIT_BACKED_OUT at the next call, and
     * the commit fails. A client that works in it is disconnected.
     *
     * @param id of an {@link OpenUnit}
     * @return false where no unit of this id is open
     */
    default boolean backOut(String id) {
        return false;
    }

    /**
     * Keeps a name for this process alone, among all that use the same queues, until it is closed
     * or this process is cut off from them.
     *
     * @throws MillraceException with QUEUE_STORE_DOWN where another process has it
     */
    default Hold hold(String name) {
        return Hold.OF_OWN_STORE;
    }

    /** How often sessions found the queues that they put to among those that they keep. */
    default DestinationCounts destinations() {
        return DestinationCounts.NONE;
    }

    /**
     * Tells when the store has failed for good, for example because its disk gave an error: from
     * then on every call throws what is told. Said at most once, on a thread of the store; at once
     * where it has failed already. A store that cannot fail says nothing.
     */
    default void onFailure(Consumer<MillraceException> listener) {}

    /**
     * Answers other processes of the same user that ask through these queues for the status of this
     * one. A store that no other process can reach ignores it.
     *
     * @param status called on a thread of the store
     */
    default void answerStatus(Supplier<String> status) {}

    /** The status of the process that runs these queues; empty where it is this one, or none. */
    default Optional<String> askStatus() {
        return Optional.empty();
    }

    /**
     * What keeps puts from being taken at the moment, such as a full disk; empty where all is well.
     */
    default Optional<String> impediment() {
        return Optional.empty();
    }

    @Override
    void close();
}
