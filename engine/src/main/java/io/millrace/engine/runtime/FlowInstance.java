package io.millrace.engine.runtime;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome.Result;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A flow with one of its input nodes, as one thread runs it: nodes, connections to resources and a
 * unit of work of its own. May be made by one thread and handed to another, but is used by one at a
 * time; only {@link #wake} and {@link #observer(FlowObserver)} are for any thread.
 *
 * <p>Messages run depth-first in the calling thread. For a flow so deep that this may need more
 * stack than a thread commonly has, a thread with more is used, and the caller waits for it.
 */
public final class FlowInstance implements AutoCloseable {

    /**
     * Stack of the threads that run messages: enough for some 100,000 nodes; only what is used
     * takes memory.
     */
    static final long STACK_BYTES = 128L << 20;

    /** From so many nodes on, callers' threads are not trusted to have stack enough. */
    private static final int DEEP = 200;

    private final Wiring wiring;
    private final InputNode input;
    private final InputRules rules;
    private final String label;
    private final int nodes;
    private final MessageLog log;
    private final Batch batch;
    private volatile FlowObserver observer;
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
     * Makes the nodes of an instance; queues and databases are opened when first needed.
     *
     * @param inputNode the name of the input node whose messages the instance takes
     * @param executionGroup the name that nodes see
     */
    public static FlowInstance open(
            CompiledFlow flow, String inputNode, String executionGroup, BrokerServices services) {
        return new FlowInstance(new Wiring(flow, inputNode, executionGroup, services));
    }

    public CompiledFlow flow() {
        return wiring.flow();
    }

    /** {@code flow.node} of the input node. */
    public String inputLabel() {
        return label;
    }

    /** Says who sees the messages from the next one on; null for nobody, which costs nothing. */
    public void observer(FlowObserver value) {
        observer = value;
    }

    /**
     * Waits for a message, runs it and ends its unit of work.
     *
     * @param timeoutMillis how long to wait
     * @throws MillraceException where the message cannot be received, for example with
     *     QUEUE_STORE_DOWN
     */
    public Outcome runOnce(long timeoutMillis) {
        return call(
                () -> {
                    Delivery delivery = input.receive(timeoutMillis);
                    return delivery == null ? Outcome.NOTHING : single(delivery);
                });
    }

    /**
     * Runs a message as if the input node had received it; it is in no unit of work, but what nodes
     * do in one is committed in the end.
     *
     * @throws UnsupportedOperationException where the flow's input node does not take messages of
     *     queues
     */
    public Outcome run(QueueMessage message) {
        if (input instanceof QueueInput queue) {
            return process(queue.accept(message));
        }
        throw new UnsupportedOperationException(label + " takes no messages of queues");
    }

    /** Runs a message that somebody else received for the input node, and ends its unit of work. */
    public Outcome process(Delivery delivery) {
        return call(() -> single(delivery));
    }

    /**
     * As {@link #runOnce}, for threads that have the stack and come again at once: leaves the unit
     * open for the next message where the flow's settings allow it, and then gives DONE. Gives
     * NOTHING with a failure where several messages were rolled back and now come again one by one.
     */
    Outcome step(long timeoutMillis) {
        Delivery delivery;
        wiring.pass().takesGuests = batch.takesGuests() && !wiring.resources().hasDatabases();
        try {
            delivery = input.receive(batch.isEmpty() ? timeoutMillis : batch.waitMillis());
        } catch (RuntimeException failure) {
            if (!batch.isEmpty()) {
                rollback(Outcome.of(Result.ROLLED_BACK, MillraceException.from(failure)));
            }
            throw failure;
        }
        if (delivery == null) {
            return batch.isEmpty() ? Outcome.NOTHING : commit(Outcome.DONE);
        }
        Outcome outcome = process(delivery, observer);
        batch.add(delivery);
        if (!outcome.isCommitted()) {
            return rollback(outcome);
        }
        boolean open = batch.mayGrow(outcome, delivery) && wiring.resources().hasRoom();
        return open ? outcome : commit(outcome);
    }

    /** Whether messages were run whose unit is still open. */
    boolean hasOpenUnit() {
        return !batch.isEmpty();
    }

    /** The data sources that nodes have used, or wanted to. */
    Set<Resources.Wanted> dataSources() {
        return wiring.resources().wanted();
    }

    /**
     * Connects to data sources before a node asks for them; throws DATABASE_DOWN where one cannot
     * be reached.
     */
    void connect(Set<Resources.Wanted> dataSources) {
        dataSources.forEach(wiring.resources()::connect);
    }

    /** Whether it is with a message, or has a unit of work open; for any thread. */
    boolean isWorking() {
        return working;
    }

    /** How many messages it ended, in whatever way; for any thread. */
    long ended() {
        return ended;
    }

    /** Commits what {@link #step} left open. */
    Outcome finish() {
        return batch.isEmpty() ? Outcome.NOTHING : commit(Outcome.DONE);
    }

    private Outcome single(Delivery delivery) {
        Outcome outcome = process(delivery, observer);
        batch.add(delivery);
        return outcome.isCommitted() ? commit(outcome) : rollback(outcome);
    }

    private Outcome process(Delivery delivery, FlowObserver chosen) {
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
            // A database commits before the queues do: should those fail, a guest would take effect
            // twice. From now on there are none.
            return rollback(Outcome.NOTHING);
        }
        try {
            wiring.resources().unit().commit();
        } catch (RuntimeException failure) {
            return rollback(Outcome.of(Result.ROLLED_BACK, MillraceException.from(failure)));
        }
        log.committed(outcome, batch.first());
        endBatch(true, outcome.failure());
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
                wiring.resources().forgive();
            }
            wiring.resources().unit().rollback();
        } catch (RuntimeException failure) {
            ended = Outcome.of(outcome.result(), MillraceException.from(failure));
        }
        if (batch.comesApart()) {
            log.apart(ended, batch.size());
            ended = Outcome.of(Result.NOTHING, ended.failure());
        } else {
            log.undone(ended, batch.first());
        }
        endBatch(false, ended.failure());
        return ended;
    }

    private void endBatch(boolean committed, MillraceException failure) {
        List<Delivery> members = new ArrayList<>(batch.members());
        batch.end(committed);
        FlowObserver chosen = wiring.pass().observer;
        for (Delivery member : members) {
            if (chosen != null) {
                chosen.ended(label, committed, failure);
            }
            member.ended(committed);
        }
        ended = ended + members.size();
        working = false;
    }

    private Outcome call(Supplier<Outcome> work) {
        return nodes < DEEP ? work.get() : DeepStack.call(label, work);
    }

    /** Ends a wait for a message, now or the next one. */
    public void wake() {
        input.wake();
    }

    /**
     * Sets whether the message under way must end with an exception where it can: at the next turn
     * of a loop of an ESQL program, in a statement of a database or in Java. It is rolled back, and
     * does not count as backed out. For any thread.
     */
    void abandon(boolean value) {
        wiring.pass().abandon(value);
        if (value) {
            wiring.resources().cancel();
        }
    }

    /** What its message holds; for any thread. */
    MessageMemory memory() {
        return wiring.pass().memory;
    }

    /** Closes the nodes and gives the resources back; what is in an open unit is undone. */
    @Override
    public void close() {
        if (!batch.isEmpty()) {
            rollback(Outcome.of(Result.ROLLED_BACK, null));
        }
        wiring.close();
    }
}
