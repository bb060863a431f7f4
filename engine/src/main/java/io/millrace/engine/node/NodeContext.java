package io.millrace.engine.node;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.UnitOfWork;

import java.time.Clock;

/** What a node can reach of its flow instance. Used by the thread of the instance only. */
public interface NodeContext {

    /** An output terminal of the node, by its name in the description; unwired ones do nothing. */
    Terminal terminal(String name);

    /** The way into the Label node of this name in the flow, or null where there is none. */
    Terminal label(String name);

    /**
     * The instance's session on the queues. Whoever puts or gets within the unit enlists it in
     * {@link #unit}.
     */
    QueueSession queues();

    QueueStore queueStore();

    UnitOfWork unit();

    /**
     * Whether the message being processed is in a unit of work (what {@code transactionMode:
     * automatic} follows).
     */
    boolean inUnit();

    /**
     * For input nodes: whether the unit takes a {@link Delivery#inUnit guest}, as all that the flow
     * does is in the unit.
     */
    boolean takesGuests();

    /**
     * The descriptor of the message that the input node received; null where it came from no queue.
     */
    Mqmd received();

    /**
     * The instance's connection to a data source, opened when first asked for and kept. The caller
     * enlists it.
     *
     * @param separate true for a connection apart from the unit's, for nodes whose {@code
     *     transaction} is {@code commit}
     */
    DatabaseSession database(String dataSource, boolean separate);

    /**
     * Whether the flow may go on with a message, and then commit its unit, after a node has thrown:
     * it has wired a failure or catch terminal, or has a node that catches.
     */
    boolean catchesErrors();

    Subscriptions subscriptions();

    MessageAssembler assembler();

    Limits limits();

    /**
     * Whether the flow is being stopped and no longer waits for the message: what may take long
     * then ends with an exception of FLOW_STOPPED.
     */
    boolean isStopped();

    /** Sets whether an interrupt, when the flow is stopped, ends what the node does from now on. */
    default void interruptible(boolean value) {}

    Clock clock();

    /** Tells a person who follows the message something; free of cost when nobody does. */
    void note(String text);

    /** {@code flow.node}. */
    String label();

    String flow();

    /** Threads of the flow beyond the first, for each input node. */
    int additionalInstances();

    /** Messages that may share a unit of work; 0 where the engine decides. */
    int commitCount();

    /** How long a unit may wait for further messages; 0 not to wait. */
    long commitIntervalMillis();

    /** Whether all resources of a unit commit or none does. */
    boolean coordinated();

    String application();

    String executionGroup();

    String broker();
}
