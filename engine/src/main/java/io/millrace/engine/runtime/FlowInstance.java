package io.millrace.engine.runtime;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.DeepStack;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An instance of a flow for one input node. Each instance has separate nodes, connections and a
 * unit of work, and is run by one thread. One thread can create it and pass it to another thread,
 * but only one thread at a time can use it, except {@link #wake} and {@link
 * #observer(FlowObserver)}.
 *
 * <p>Messages are processed depth-first in the calling thread. If a flow is too deep for the stack
 * of that thread, a thread with a larger stack is used while the caller waits.
 */
public final class FlowInstance implements AutoCloseable {

    /**
     * Stack size of threads that process messages, sufficient for about 100,000 nodes. Only the
     * used part consumes memory.
     */
    static final long STACK_BYTES = 128L << 20;

    /** Number of nodes from which the stack of a calling thread might be too small. */
    private static final int DEEP = 200;

    private final Wiring wiring;
    private final InputNode input;
    private final InputRules rules;
    private final String label;
    private final int nodes;
    private final MessageLog log;
    private final Batch batch;
    private volatile @Nullable FlowObserver observer;
    private volatile boolean working;
    private volatile long ended;

    private FlowInstance(Wiring wiring) {
        this.wiring = wiring;
        input = wiring.input();
        rules = new InputRules(wiring);
        label = wiring.inputNode().definition().label();
        nodes = wiring.flow().nodes().size();
        log = new MessageLog(label);
        batch = new Batch(wiring.flow().settings(), wiring.staysInUnit());
    }

    /**
     * Creates the nodes of an instance. Queues and databases are opened when they are first needed.
     *
     * @param inputNode name of the input node whose messages the instance processes
     * @param executionGroup name of the execution group that nodes report
     */
    public static FlowInstance open(
            CompiledFlow flow, String inputNode, String executionGroup, BrokerServices services) {
        return new FlowInstance(new Wiring(flow, inputNode, executionGroup, services));
    }

    /** Sets the observer from the next message on. Null removes the observer. */
    public void observer(@Nullable FlowObserver value) {
        observer = value;
    }

    /**
     * Waits for a message, processes the message and ends the unit of work.
     *
     * @param timeoutMillis maximum time to wait
     * @throws MillraceException if the message cannot be received, for example with
     *     QUEUE_STORE_DOWN
     */
    public Outcome runOnce(long timeoutMillis) {
        return withStack(
                () -> {
                    Delivery delivery = receive(timeoutMillis);
                    return delivery == null ? Outcome.NOTHING : single(delivery);
                });
    }

    /**
     * Processes a message as if the input node had received it. The message is outside the unit of
     * work, but the work of nodes in the unit is committed at the end.
     *
     * @throws IllegalStateException if the input node does not read a queue.
     */
    public Outcome run(QueueMessage message) {
        if (input instanceof QueueInput queue) {
            return process(queue.accept(message));
        }
        throw new IllegalStateException(label + " does not accept messages of queues");
    }

    /**
     * Processes the message of a call in the calling thread, without other callers.
     *
     * @throws IllegalStateException if the plan of the input node is not a {@link CalledPlan}
     */
    public Outcome run(CalledMessage message) {
        return process(accept(message));
    }

    /**
     * Processes the message of a call like {@link #run(CalledMessage)}. Throws its failure, like
     * {@link io.millrace.engine.node.FlowCalls#call}.
     */
    public void call(CalledMessage message) {
        FlowCall call = accept(message);
        process(call);
        call.throwFailure();
    }

    private FlowCall accept(CalledMessage message) {
        if (input instanceof CallReceiver receiver) {
            return receiver.begin(message);
        }
        throw new IllegalStateException(label + " does not receive calls");
    }

    /**
     * Processes a message that the caller has received for the input node, and ends its unit of
     * work.
     */
    public Outcome process(Delivery delivery) {
        return withStack(() -> single(delivery));
    }

    /**
     * Like {@link #runOnce}, for threads that have enough stack and call this method again
     * immediately. If the settings of the flow allow it, the unit stays open for the next message
     * and the result is DONE. Returns NOTHING with a failure if several messages were rolled back
     * and will be delivered again one by one, or if the input node delivers the message again after
     * a pause of its own.
     */
    Outcome step(long timeoutMillis) {
        Delivery delivery;
        wiring.pass().allowsPiggybacking =
                batch.allowsPiggybacking() && !wiring.resources().hasDatabases();
        try {
            delivery = receive(batch.isEmpty() ? timeoutMillis : batch.waitMillis());
        } catch (RuntimeException failure) {
            if (!batch.isEmpty()) {
                rollback(Outcome.of(Result.ROLLED_BACK, MillraceException.from(failure)));
            }
            throw failure;
        }
        if (delivery == null) {
            return batch.isEmpty() ? Outcome.NOTHING : commit(Outcome.DONE);
        }
        Outcome outcome = processGroup(delivery);
        if (!outcome.isCommitted()) {
            return withoutPause(rollback(outcome), delivery);
        }
        boolean open = batch.mayGrow(outcome, delivery) && wiring.resources().hasRoom();
        return open ? outcome : withoutPause(commit(outcome), delivery);
    }

    private @Nullable Delivery receive(long timeoutMillis) {
        try {
            return input.receive(timeoutMillis);
        } catch (MillraceException failure) {
            throw rules.masked(failure);
        }
    }

    private static Outcome withoutPause(Outcome outcome, Delivery delivery) {
        Redelivery redelivery = delivery.redelivery();
        return outcome.result() == Result.ROLLED_BACK
                        && redelivery != null
                        && redelivery.isPostponed()
                ? Outcome.of(Result.NOTHING, outcome.failure())
                : outcome;
    }

    /** Whether processed messages are in a unit of work that is still open. */
    boolean hasOpenUnit() {
        return !batch.isEmpty();
    }

    /** Returns the data sources that nodes have requested. */
    Set<Resources.Wanted> dataSources() {
        return wiring.resources().requested();
    }

    /**
     * Connects to data sources before a node requests them. Fails with DATABASE_DOWN if a data
     * source cannot be reached.
     */
    void connect(Set<Resources.Wanted> dataSources) {
        dataSources.forEach(wiring.resources()::connect);
    }

    /**
     * Whether a message is in progress, a unit of work is open, or the input node has messages that
     * are not on a queue. Safe for use by several threads.
     */
    boolean isWorking() {
        return working || input.hasWaiting();
    }

    /** Whether a message is in progress or a unit of work is open. Safe for several threads. */
    boolean isProcessing() {
        return working;
    }

    /**
     * Returns the number of messages that have ended with any outcome. Safe for use by several
     * threads.
     */
    long ended() {
        return ended;
    }

    /** Commits the unit that {@link #step} left open. */
    Outcome finish() {
        return batch.isEmpty() ? Outcome.NOTHING : commit(Outcome.DONE);
    }

    private Outcome single(Delivery delivery) {
        Outcome outcome = processGroup(delivery);
        return outcome.isCommitted() ? commit(outcome) : rollback(outcome);
    }

    /**
     * Processes a message and the other messages of the same group. Returns the outcome of the last
     * processed message, or of one that failed.
     */
    private Outcome processGroup(Delivery first) {
        Outcome outcome = process(first, observer);
        batch.add(first);
        Delivery delivery = first;
        while (outcome.isCommitted() && delivery.continuesGroup()) {
            delivery = Objects.requireNonNull(receive(0));
            Outcome next = process(delivery, observer);
            batch.add(delivery);
            outcome = next.isCommitted() && next.failure() == null ? outcome : next;
        }
        return outcome;
    }

    private Outcome process(Delivery delivery, @Nullable FlowObserver chosen) {
        working = true;
        wiring.pass().begin(delivery, chosen);
        if (chosen != null) {
            chosen.began(label, delivery.size());
        }
        MessageMemory memory = wiring.pass().memory;
        memory.begin(delivery.size());
        try {
            return rules.process(delivery);
        } finally {
            memory.end();
        }
    }

    private Outcome commit(Outcome outcome) {
        if (wiring.resources().hasDatabases() && batch.hasGuests()) {
            // A database commits before the queues. If the queues then fail, a piggybacked message
            // would take effect twice. From now on the unit accepts none.
            return rollback(Outcome.NOTHING);
        }
        try {
            wiring.resources().unit().commit();
        } catch (RuntimeException failure) {
            Delivery first = batch.first();
            Result result = first.inUnit() ? Result.ROLLED_BACK : InputRules.endOf(first);
            return rollback(Outcome.of(result, rules.masked(MillraceException.from(failure))));
        }
        log.committed(outcome, batch.first());
        endBatch(true, outcome.failure());
        observeFailed(outcome);
        return outcome;
    }

    private Outcome rollback(Outcome outcome) {
        Outcome ended = outcome;
        try {
            boolean open = !wiring.resources().unit().isEmpty();
            boolean blameless =
                    wiring.pass().abandoned
                            || outcome.failure() != null && MessageLog.isPassing(outcome.failure());
            if (open && (blameless || batch.comesApart())) {
                wiring.resources().keepBackoutCounts();
            }
            wiring.resources().unit().rollback();
        } catch (RuntimeException failure) {
            ended = Outcome.of(outcome.result(), rules.masked(MillraceException.from(failure)));
        }
        if (batch.comesApart()) {
            log.separate(ended, batch.size());
            ended = Outcome.of(Result.NOTHING, ended.failure());
        } else {
            log.undone(ended, batch.first());
        }
        endBatch(false, ended.failure());
        observeFailed(ended);
        return ended;
    }

    private void observeFailed(Outcome outcome) {
        FlowObserver chosen = wiring.pass().observer;
        boolean isFailed = outcome.result() == Result.BACKED_OUT || outcome.result() == Result.LOST;
        if (chosen != null && isFailed) {
            chosen.failed(label);
        }
    }

    private void endBatch(boolean committed, @Nullable MillraceException failure) {
        List<Delivery> members = new ArrayList<>(batch.members());
        batch.end(committed);
        rules.ended();
        FlowObserver chosen = wiring.pass().observer;
        for (Delivery member : members) {
            if (chosen != null) {
                chosen.ended(label, committed, failure);
            }
            member.ended(committed, failure);
        }
        ended = ended + members.size();
        working = false;
    }

    private Outcome withStack(Supplier<Outcome> work) {
        return nodes < DEEP ? work.get() : DeepStack.call(label, work);
    }

    /** Ends the current or the next wait for a message. */
    public void wake() {
        input.wake();
    }

    /**
     * Sets whether the current message must end with an exception as soon as possible: at the next
     * iteration of a loop of an ESQL program, in a database statement or in Java. The message is
     * rolled back, and its backout count is not incremented. Safe for use by several threads.
     */
    void abandon(boolean value) {
        wiring.pass().abandon(value);
        if (value) {
            wiring.resources().cancel();
        }
    }

    /**
     * Returns the ESQL program that has run for a long time; null if there is none. Safe for use by
     * several threads.
     */
    InstanceStatus.@Nullable Program program() {
        return wiring.pass().program;
    }

    /** Returns the memory of the current message. Safe for use by several threads. */
    MessageMemory memory() {
        return wiring.pass().memory;
    }

    /** Closes the nodes, releases the resources and rolls back an open unit. */
    @Override
    public void close() {
        if (!batch.isEmpty()) {
            rollback(Outcome.of(Result.ROLLED_BACK, null));
        }
        wiring.close();
    }
}
