package io.millrace.store.artemis.broker;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.ClientConnection;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.setting.LimitUse;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.units.UnitDecisions;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.transaction.xa.Xid;

/**
 * A broker, embedded or remote, with operations on queues. Safe for use by several threads. Methods
 * throw the exceptions of Artemis, which {@link io.millrace.store.artemis.ArtemisStore} converts.
 */
public interface ArtemisBroker extends AutoCloseable {

    /** Returns the name of the broker for error messages. */
    String label();

    /** Returns the exception for a failure of the broker. */
    default MillraceException down(Throwable cause) {
        return StoreErrors.down(label(), cause);
    }

    /** Returns the connections to the broker. */
    ConnectionPool connections();

    /** Opens a session for one thread. */
    BrokerSession open(ConnectionPool.Mode mode) throws ActiveMQException;

    /**
     * Whether an anycast queue with a name exists. An anycast queue delivers each message to one
     * reader.
     */
    boolean exists(String queue) throws ActiveMQException;

    /**
     * Returns the definition with which this store created a queue; the default definition for a
     * queue that other software created.
     */
    QueueDefinition definition(String queue);

    /** Returns the alias queues that this store created, sorted by name. */
    List<QueueDefinition> aliases();

    /** Returns the model queues that this store created, sorted by name. */
    List<QueueDefinition> models();

    /** Whether a name is that of an alias or a model, which have no messages. */
    boolean isWithoutMessages(String queue);

    /** Returns the number of queues that were created from a model. */
    long dynamicQueues(String model);

    /** Whether a queue is deleted when the connection of its creator ends. */
    boolean isTemporary(String queue) throws ActiveMQException;

    /** Creates a queue, or changes its attributes. */
    void create(QueueDefinition definition) throws ActiveMQException;

    void delete(String queue) throws ActiveMQException;

    /**
     * Passes the messages with an identifier on a queue with an index to a function, in order,
     * until it returns true. The messages stay on the queue. Their bodies can be missing, because
     * other sessions can remove the messages at the same time.
     */
    default void browse(ResolvedQueue queue, Bytes id, Predicate<ICoreMessage> function) {
        // Remote brokers have no queues with an index.
        throw PutRules.noIndex(queue.name());
    }

    /**
     * Returns the names of all queues, without temporary queues of clients, subscriptions and
     * internal queues of the broker.
     */
    Collection<String> queues() throws ActiveMQException;

    QueueStatus status(String queue) throws ActiveMQException;

    /**
     * Returns the number of messages on a queue if it is known without a request to another
     * process; otherwise 0.
     */
    default long depth(String queue) {
        return 0;
    }

    long clear(String queue) throws ActiveMQException;

    /**
     * Whether a configured user has the right to put messages on a queue. Throws
     * QUEUE_NOT_AUTHORIZED if the rights of the broker are unknown.
     */
    boolean mayPut(String user, String queue);

    /** Returns the audit log of an embedded broker; empty for a remote broker. */
    default Optional<AuditLog> audit() {
        return Optional.empty();
    }

    /** Whether a topic can have subscribers; false only if it is known to have none. */
    boolean mayHaveSubscribers(String topic) throws ActiveMQException;

    /** Returns the connections of clients; none for a remote broker. */
    default List<ClientConnection> clients() {
        return List.of();
    }

    /** Closes one of {@link #clients}; returns false if the identifier is unknown. */
    default boolean disconnect(String id) {
        return false;
    }

    /**
     * Returns the open units of work.
     *
     * @param own units of this process
     */
    default List<OpenUnit> units(OpenUnits own) throws ActiveMQException {
        return own.list();
    }

    /** Backs out one of {@link #units}; returns false if the id is unknown. */
    boolean backOut(String id, OpenUnits own) throws ActiveMQException;

    /**
     * Registers the supplier of the answers to other processes' requests for the status of this
     * process.
     */
    default void answerStatus(Supplier<String> status) {
        // The process that runs the broker answers.
    }

    /**
     * Returns the status of the process that runs the broker; empty if the broker runs in this
     * process or is not a Millrace process.
     */
    default Optional<String> askStatus() throws ActiveMQException {
        return Optional.empty();
    }

    /**
     * Answers requests of other processes about unresolved coordinated units; returns the units for
     * this process.
     */
    default UnresolvedUnits answer(UnresolvedUnits units) {
        // The process that runs the broker answers.
        return units;
    }

    /**
     * Returns the unresolved units of the process that runs the broker; empty if the broker runs in
     * this process or is not a Millrace process.
     */
    default Optional<UnresolvedUnits> unresolved() throws ActiveMQException {
        return Optional.empty();
    }

    /**
     * Returns the store of the decisions of coordinated units; null if sessions take part in
     * two-phase commit like other resources. If decisions are available, the commit of a session
     * determines the outcome of its unit. Sessions of a remote broker prepare, because a commit can
     * take effect after the connection is lost.
     */
    default UnitDecisions decisions() {
        return null;
    }

    /** Returns the times at which branches of coordinated units were prepared, as far as known. */
    default Map<Xid, Instant> preparedSince() {
        return Map.of();
    }

    /** Returns the limits of the broker, without those of single queues. */
    default List<LimitUse> limits() {
        return List.of();
    }

    default List<Acceptor> listening() {
        return List.of();
    }

    /**
     * Returns the reason why the broker currently rejects messages; empty if it accepts messages.
     */
    default Optional<String> impediment() {
        return Optional.empty();
    }

    /**
     * Returns the reason why the broker has failed permanently; null if it has not. It is set
     * before the failure can lose data. A lost connection is not a permanent failure, because it is
     * opened again.
     */
    default MillraceException failure() {
        return null;
    }

    /** Registers a listener that is called after the broker has failed permanently. */
    default void onFailure(Consumer<MillraceException> listener) {
        // By default, a broker does not fail permanently.
    }

    @Override
    void close();
}
