package io.millrace.store.artemis;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.work.UnresolvedUnits;

import org.apache.activemq.artemis.api.core.ActiveMQException;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import javax.transaction.xa.Xid;

/**
 * What concerns whole queues, embedded or remote. Safe to use from several threads. Methods let
 * Artemis' exceptions through; {@link ArtemisStore} says what they mean.
 */
interface Broker extends AutoCloseable {

    /** How the broker is called in messages. */
    String label();

    /** Returns the error for a failure of the broker. */
    default MillraceException down(Throwable cause) {
        return StoreErrors.down(label(), cause);
    }

    /** How to connect to it. */
    Connections connections();

    /** A session of it for one thread. */
    BrokerLine open(Connections.Mode mode) throws ActiveMQException;

    /** Whether a queue for one reader of each message (anycast) has this name. */
    boolean exists(String queue) throws ActiveMQException;

    /**
     * The definition that a queue was created with, or the default one for a queue that others
     * created.
     */
    QueueDefinition definition(String queue);

    /** Creates a queue, or changes its limits. */
    void create(QueueDefinition definition) throws ActiveMQException;

    void delete(String queue) throws ActiveMQException;

    /** The names of all queues that are not internal to the broker, temporary or subscriptions. */
    Collection<String> queues() throws ActiveMQException;

    QueueStatus status(String queue) throws ActiveMQException;

    /**
     * How many messages are on a queue, if that is known without asking another process; else 0.
     */
    long depth(String queue);

    long clear(String queue) throws ActiveMQException;

    /** Whether somebody is known to subscribe to a topic, or it is not known that nobody does. */
    boolean mayHaveSubscribers(String topic) throws ActiveMQException;

    /**
     * The units of work that are open.
     *
     * @param own those of this process
     */
    List<OpenUnit> units(OpenUnits own) throws ActiveMQException;

    /** Has one of {@link #units} backed out; false where there is none of this id. */
    boolean backOut(String id, OpenUnits own) throws ActiveMQException;

    /** Answers other processes that ask for the status of this one. */
    void answerStatus(Supplier<String> status);

    /** That of the process that runs the broker; empty where it is this one, or none of ours. */
    Optional<String> askStatus() throws ActiveMQException;

    /** Has other processes ask about unresolved coordinated units. */
    void answer(UnresolvedUnits units);

    /** Those of the process that runs the broker; empty where that is this one, or none of ours. */
    Optional<UnresolvedUnits> unresolved() throws ActiveMQException;

    /** What it knows of coordinated units that its sessions decide; null where they prepare. */
    UnitDecisions decisions();

    /** When branches of coordinated units were prepared, as far as that is known. */
    Map<Xid, Instant> preparedSince();

    List<Acceptor> listening();

    /** Why the broker refuses messages now; empty where it does not. */
    Optional<String> impediment();

    /** Why it has failed for good, known before anything is lost by that; null where it has not. */
    MillraceException failure();

    /** Tells when it has failed for good, some time later. */
    void onFailure(Consumer<MillraceException> listener);

    @Override
    void close();
}
