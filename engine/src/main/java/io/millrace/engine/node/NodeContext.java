package io.millrace.engine.node;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.esql.LongExecution;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.work.UnitOfWork;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.Set;

/**
 * The part of the flow instance that a node can access. Only the thread of the instance uses the
 * context.
 */
public interface NodeContext {

    /** Folder of Root with the headers of messages to queues and topics. */
    String QUEUE_HEADERS = "MQRFH2";

    /**
     * Returns the output terminal with a name from the node description. An unconnected terminal
     * does nothing.
     */
    Terminal terminal(String name);

    /** Returns the terminal for a Label node of the flow; null if the label does not exist. */
    @Nullable Terminal label(String name);

    /**
     * Returns the queue session of the instance. A node that puts or gets messages in the unit must
     * enlist the session in {@link #unit}.
     */
    QueueSession queues();

    QueueStore queueStore();

    UnitOfWork unit();

    /**
     * Opens durable records that the node reads and changes in {@link #unit}. The node must close
     * them. All instances and nodes of the broker that use the same name share the records.
     *
     * @param name kind of the records and their user, for example {@code received/orders/in}
     */
    State state(String name, StateLimits limits);

    /**
     * Whether the current message is in a unit of work ({@code transactionMode: automatic} uses
     * this).
     */
    boolean inUnit();

    /**
     * Whether the unit accepts a {@link Delivery#inUnit piggybacked message}, because all effects
     * of the flow are in the unit. For input nodes.
     */
    boolean allowsPiggybacking();

    /** Returns the descriptor of the received message; null if it did not come from a queue. */
    @Nullable Mqmd received();

    /**
     * Returns the message of the call that the instance processes; null if the current message was
     * not received by a call.
     */
    @Nullable CalledMessage called();

    /** Returns an input node that receives the calls of this node. For {@link CalledPlan}s. */
    InputNode calledInput();

    /**
     * Returns the named resources of the application and the broker. A name of the application
     * hides the same name of the broker.
     */
    ResourceSet resources();

    /** Returns the callable flows of the broker. */
    CallableEndpoints endpoints();

    /**
     * Returns the connection of the instance to a data source. The connection is opened at the
     * first call and stays open. The caller must enlist the connection.
     *
     * @param separate whether the connection is outside the unit, for nodes whose {@code
     *     transaction} is {@code commit}
     */
    DatabaseSession database(String dataSource, boolean separate);

    /**
     * Whether the flow can continue with a message, and commit its unit, after a node has thrown an
     * exception: a failure or catch terminal is connected, or a node catches exceptions.
     */
    boolean catchesErrors();

    Subscriptions subscriptions();

    MessageAssembler assembler();

    Limits limits();

    /**
     * Whether the flow is being stopped and no longer waits for the message. Long operations must
     * then end with FLOW_STOPPED.
     */
    boolean isStopped();

    /**
     * Sets whether the interrupt that stops the flow also ends the following operations of the
     * node.
     */
    default void interruptible(boolean value) {}

    Clock clock();

    /**
     * Reports the state of an ESQL program of the node that has run for a long time, about once a
     * second; null when it has ended.
     */
    void longExecution(@Nullable LongExecution execution);

    /** Returns the labels of the flow. */
    Set<String> labels();

    /**
     * Returns the Root that this node sends to another process instead of the Root of its message:
     * the same, or a copy with further headers, for example a trace context.
     *
     * @param headers folder of Root with the headers that the node sends, for example {@link
     *     #QUEUE_HEADERS}
     */
    Element sent(Element root, String headers);

    /** Adds a note to the trace of the message. Does nothing if the message is not traced. */
    void note(String text);

    /** Returns the name of the node in the form {@code flow.node}. */
    String label();

    String flow();

    /**
     * Returns the number of threads of the flow in addition to the first thread of each input node.
     */
    int additionalInstances();

    /** Returns the maximum number of messages in a unit of work; 0 for automatic. */
    int commitCount();

    /** Returns the maximum time that a unit waits for further messages; 0 for no wait. */
    long commitIntervalMillis();

    /** Whether all resources of a unit commit together. */
    boolean coordinated();

    String application();

    String executionGroup();

    String broker();
}
