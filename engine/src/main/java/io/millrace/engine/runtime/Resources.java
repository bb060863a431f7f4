package io.millrace.engine.runtime;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.UnitOfWork;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resources of the broker that an instance uses. Each resource is opened when it is first
 * requested. Belongs to one thread.
 */
final class Resources implements AutoCloseable {

    private final BrokerServices services;
    private final UnitOfWork unit;
    private final Map<String, DatabaseSession> joined = new ConcurrentHashMap<>();
    private final Map<String, DatabaseSession> separate = new ConcurrentHashMap<>();
    private final Set<Wanted> requested = new HashSet<>();
    private @Nullable QueueSession queues;

    /**
     * A data source that a node has requested.
     *
     * @param outsideUnit whether the work of the node is outside the unit
     */
    record Wanted(String name, boolean outsideUnit) {}

    /**
     * @param coordinated whether the units of the instance are coordinated if the broker has a
     *     coordinator
     */
    Resources(BrokerServices services, boolean coordinated) {
        this.services = services;
        unit = new UnitOfWork(coordinated ? services.coordinator() : null);
    }

    BrokerServices services() {
        return services;
    }

    UnitOfWork unit() {
        return unit;
    }

    QueueSession queues() {
        if (queues == null) {
            queues =
                    unit.isCoordinated() && services.queues() instanceof CoordinatedQueues store
                            ? store.session(unit)
                            : services.queues().session();
        }
        return queues;
    }

    /**
     * Prevents the backout counts from being incremented, because the messages did not cause the
     * rollback.
     */
    void keepBackoutCounts() {
        if (queues != null) {
            queues.keepBackoutCounts();
        }
    }

    /** Whether another message can join the unit. */
    boolean hasRoom() {
        return queues == null || queues.hasRoom();
    }

    DatabaseSession database(String name, boolean outsideUnit) {
        DataSources sources = services.dataSources();
        if (sources == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "the data source " + name + " does not exist: the broker has no data sources");
        }
        requested.add(new Wanted(name, outsideUnit));
        return outsideUnit
                ? separate.computeIfAbsent(name, sources::open)
                : joined.computeIfAbsent(name, n -> join(n, sources));
    }

    private DatabaseSession join(String name, DataSources sources) {
        return unit.isCoordinated()
                ? sources.coordinated(name).orElseThrow(() -> cannotJoin(name)).open(unit)
                : sources.open(name);
    }

    private static MillraceException cannotJoin(String name) {
        return new MillraceException(
                ErrorCode.COORDINATION_REFUSED,
                "data source "
                        + name
                        + """
                         cannot take part in coordinated units of work; remove \
                        coordinatedTransaction, or set the node's transaction to commit\
                        """);
    }

    /** Whether a database has taken part in units. */
    boolean hasDatabases() {
        return !joined.isEmpty();
    }

    /** Returns the data sources that nodes have requested. */
    Set<Wanted> requested() {
        return Set.copyOf(requested);
    }

    /**
     * Connects to a data source before a node requests it. Fails if the data source cannot be
     * reached.
     */
    void connect(Wanted dataSource) {
        database(dataSource.name(), dataSource.outsideUnit()).connect();
    }

    /** Ends the statements that databases execute. Safe for use by several threads. */
    void cancel() {
        joined.values().forEach(DatabaseSession::cancel);
        separate.values().forEach(DatabaseSession::cancel);
    }

    /**
     * Closes all resources, even if one fails. The resources roll back uncommitted work themselves.
     */
    @Override
    public void close() {
        joined.values().forEach(QuietClose::close);
        separate.values().forEach(QuietClose::close);
        QuietClose.close(queues);
    }
}
