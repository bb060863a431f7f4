package io.millrace.flows;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Heap;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.SharedMemory;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.flows.application.BrokerSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs applications on queues: in memory, in an Artemis within this process, or in one that runs
 * elsewhere.
 *
 * <pre>{@code
 * try (Broker broker = Broker.builder().memory().start()) {
 *     broker.deploy(Path.of("samples/orders"));
 *     broker.put("ORDERS.IN", "<order>...</order>");
 *     Optional<QueueMessage> done = broker.get("ORDERS.DONE", Duration.ofSeconds(5));
 * }
 * }</pre>
 *
 * <p>With {@code Broker.builder().home(Path.of(".millrace")).start()} the queues are kept on disk
 * by an embedded Artemis; for that the module {@code millrace-store} must be on the class path.
 *
 * <p>All methods are for any thread. Errors are {@link MillraceException}s with a code, except for
 * what is wrong in an application's files: that is a {@link ProblemsException} with all findings.
 */
public final class Broker implements AutoCloseable {

    private static final long IDLE_LOOK_NANOS = 5_000_000;

    private final String name;
    private final QueueStore store;
    private final SessionPool sessions;
    private final Applications applications;
    private final UnresolvedUnits unresolved;
    private final HeapWatch heap;

    Broker(
            String name,
            BrokerSettings settings,
            QueueStore store,
            ExecutionGroup.Options options,
            boolean statistics,
            Path transactionLog,
            FatalErrorHandler handler) {
        this.name = name;
        this.store = store;
        this.sessions = new SessionPool(store);
        this.applications =
                new Applications(name, settings, store, options, statistics, transactionLog);
        this.unresolved = new Unresolved(applications::recoverables, applications::coordinator);
        if (store instanceof CoordinatedQueues queues) {
            queues.answer(unresolved);
        }
        store.answerStatus(() -> MemoryUse.write(memory()));
        heap = HeapWatch.start(applications::instances, error -> fail(handler, error));
        // The store's own thread is needed to close the store.
        store.onFailure(
                error -> Thread.ofPlatform().name("fatal-error").start(() -> fail(handler, error)));
    }

    private void fail(FatalErrorHandler handler, MillraceException error) {
        try {
            handler.onFatalError(error);
        } finally {
            close();
        }
    }

    /** Begins to describe a broker; with nothing said, one with queues in memory is started. */
    public static BrokerBuilder builder() {
        return new BrokerBuilder();
    }

    public String name() {
        return name;
    }

    /**
     * Reads, checks and compiles an application's folder, and runs it; as {@link
     * #deploy(Application)}.
     *
     * @throws ProblemsException with everything that is wrong in its files
     */
    public Deployment deploy(Path folder) {
        return deploy(Application.load(folder));
    }

    /**
     * Runs an application. One of the same name is replaced, between two messages of each of its
     * threads: all new instances are made before the first old one stops, and two versions never
     * run side by side. Where anything fails, the old version keeps running, and nothing has
     * changed but that queues may have been created.
     *
     * <p>Queues that its flows name are created, unless a list of queues in {@code broker.yaml}
     * does not have them.
     *
     * @throws ProblemsException where the application does not fit the broker: a queue, data source
     *     or execution group that it does not have
     * @throws MillraceException with FLOW_STOPPED where a message under way did not end within the
     *     drain timeout, or what a node threw when it was made
     */
    public Deployment deploy(Application application) {
        return applications.deploy(application);
    }

    /**
     * Stops an application's flows when their messages under way have ended. Its queues stay, with
     * their messages.
     *
     * @throws MillraceException with UNKNOWN_APPLICATION; with FLOW_STOPPED where a message under
     *     way did not end in time, and then it still runs
     */
    public void undeploy(String application) {
        applications.undeploy(application);
    }

    /** What runs, in the order of deployment. */
    public List<Deployment> deployments() {
        return applications.deployments();
    }

    /**
     * Puts a message to a queue, at once. An all-zero MsgId is filled in.
     *
     * @return the descriptor as the message has it on the queue
     * @throws MillraceException with UNKNOWN_QUEUE, QUEUE_FULL, MESSAGE_TOO_LARGE ...
     */
    public Mqmd put(String queue, QueueMessage message) {
        return sessions.use(session -> session.put(queue, message, false));
    }

    /**
     * Puts bytes without headers; as {@link #put(String, QueueMessage)}. The array must not be
     * changed afterwards.
     */
    public Mqmd put(String queue, byte[] body) {
        return put(queue, new QueueMessage(new Mqmd(), Bytes.of(body)));
    }

    /** Puts a text in UTF-8 with the Format MQSTR; as {@link #put(String, QueueMessage)}. */
    public Mqmd put(String queue, String text) {
        Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(Mqmd.CCSID_UTF8);
        return put(queue, new QueueMessage(descriptor, Bytes.utf8(text)));
    }

    /**
     * Takes the next message off a queue.
     *
     * @param timeout how long to wait for one; zero not to wait
     * @return empty when none came in time
     * @throws MillraceException with UNKNOWN_QUEUE
     */
    public Optional<QueueMessage> get(String queue, Duration timeout) {
        return sessions.use(
                session -> {
                    try (QueueReader reader = session.reader(queue)) {
                        QueueMessage message = reader.receive(timeout.toMillis());
                        session.commit();
                        return Optional.ofNullable(message);
                    }
                });
    }

    /**
     * Copies of the first messages of a queue, which stay there.
     *
     * @param max how many at the most
     * @throws MillraceException with UNKNOWN_QUEUE
     */
    public List<QueueMessage> browse(String queue, int max) {
        return store.browse(queue, max);
    }

    /** All queues with what they hold, sorted by name. */
    public List<QueueStatus> queues() {
        return store.status();
    }

    /**
     * Creates a queue; where it exists, it stays with its messages and takes over the definition's
     * limits.
     */
    public void createQueue(QueueDefinition definition) {
        store.create(definition);
    }

    /**
     * Opens a session for one thread that puts and gets several messages in a unit of work. The
     * caller closes it, before the broker.
     */
    public QueueSession session() {
        return store.session();
    }

    /**
     * The queues themselves, for what else there is to ask of them: ports, failures, clearing. The
     * broker closes them.
     */
    public QueueStore store() {
        return store;
    }

    /**
     * What may hold branches of coordinated units that were prepared and not ended: the queues and
     * the data sources of the broker and of what is deployed. Recovery ends them by itself, as soon
     * as a resource can be reached.
     */
    public List<Recoverable> recoverables() {
        return applications.recoverables();
    }

    /** Coordinated units that did not end alike in all their resources. */
    public List<DamagedUnit> damagedUnits() {
        Coordinator coordinator = applications.coordinator();
        return coordinator == null ? List.of() : coordinator.damaged();
    }

    /** Coordinated units that did not end, or not alike, and what a person can do about them. */
    public UnresolvedUnits unresolved() {
        return unresolved;
    }

    /**
     * Opens an application's data sources without running it, so that what coordinated units left
     * there is ended, and can be looked at. For a broker that only that is wanted of.
     */
    public void connect(Application application) {
        applications.connect(application);
    }

    /** What each flow did, in the order of execution groups and deployments. */
    public List<FlowStatistics> statistics() {
        return applications.statistics();
    }

    /**
     * Memory that the heap, messages and SHARED variables take, each with its owner and its limit.
     */
    public List<MemoryUse> memory() {
        List<MemoryUse> uses = new ArrayList<>();
        Runtime process = Runtime.getRuntime();
        uses.add(
                new MemoryUse(
                        "heap", process.totalMemory() - process.freeMemory(), Heap.MAX_BYTES));
        uses.add(
                new MemoryUse(
                        "messages of all flows",
                        MessageMemory.total(),
                        MessageMemory.MAX_TOTAL_BYTES));
        for (InstanceStatus i : applications.instances()) {
            if (i.heldBytes() > 0) {
                uses.add(
                        new MemoryUse(
                                "message of " + i.name(), i.heldBytes(), MessageMemory.MAX_BYTES));
            }
        }
        for (SharedMemory shared : SharedMemory.all()) {
            uses.add(
                    new MemoryUse(
                            "SHARED variables of " + shared.owner(),
                            shared.held(),
                            SharedMemory.MAX_BYTES));
        }
        return uses;
    }

    /**
     * The memory of the broker's process that runs these queues; empty where none does, or it is
     * this one.
     */
    public static Optional<List<MemoryUse>> memory(QueueStore queues) {
        return queues.askStatus().map(MemoryUse::read);
    }

    /**
     * Waits until there is nothing to do: no message is ready, in delivery or scheduled on any
     * queue that a deployed flow reads, and no unit of work is open.
     *
     * @return false where the time was over first
     */
    public boolean awaitIdle(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        OptionalLong last = OptionalLong.empty();
        while (true) {
            OptionalLong quiet = applications.quiet();
            if (quiet.isPresent() && quiet.equals(last)) {
                return true;
            }
            last = quiet;
            if (quiet.isPresent()) {
                continue;
            }
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(IDLE_LOOK_NANOS);
        }
    }

    /**
     * Stops all flows when their messages under way have ended, and closes the queues. Closing
     * again does nothing.
     */
    @Override
    public synchronized void close() {
        heap.close();
        try {
            applications.close();
        } finally {
            sessions.close();
            store.close();
        }
    }
}
