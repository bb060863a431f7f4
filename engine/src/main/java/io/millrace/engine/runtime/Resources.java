package io.millrace.engine.runtime;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.UnitOfWork;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one instance holds of the broker's resources, each opened when first asked for. Owned by one
 * thread.
 */
final class Resources implements AutoCloseable {

    private final BrokerServices services;
    private final UnitOfWork unit;
    private final Map<String, DatabaseSession> joined = new ConcurrentHashMap<>();
    private final Map<String, DatabaseSession> separate = new ConcurrentHashMap<>();
    private final Set<Wanted> wanted = new HashSet<>();
    private QueueSession queues;

    /**
     * A data source that a node has asked for.
     *
     * @param apart whether its work is in no unit
     */
    record Wanted(String name, boolean apart) {}

    /**
     * @param coordinated whether the instance's units are coordinated, where the broker can
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

    /** The messages of the unit are not to blame for its rollback. */
    void forgive() {
        if (queues != null) {
            queues.forgive();
        }
    }

    /** Whether the unit holds so little that another message may join it. */
    boolean hasRoom() {
        return queues == null || queues.hasRoom();
    }

    DatabaseSession database(String name, boolean apart) {
        if (services.dataSources() == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "there is no data source " + name + ": the broker has none");
        }
        wanted.add(new Wanted(name, apart));
        return apart
                ? separate.computeIfAbsent(name, services.dataSources()::open)
                : joined.computeIfAbsent(name, this::join);
    }

    private DatabaseSession join(String name) {
        DataSources sources = services.dataSources();
        return unit.isCoordinated()
                ? sources.coordinated(name).orElseThrow(() -> cannotJoin(name)).open(unit)
                : sources.open(name);
    }

    private static MillraceException cannotJoin(String name) {
        return new MillraceException(
                ErrorCode.COORDINATION_REFUSED,
                "data source "
                        + name
                        + " cannot take part in coordinated units of work; leave"
                        + " coordinatedTransaction out, or let the node's transaction be commit");
    }

    /** Whether a database has taken part in units. */
    boolean hasDatabases() {
        return !joined.isEmpty();
    }

    /** The data sources that nodes have used, or wanted to. */
    Set<Wanted> wanted() {
        return Set.copyOf(wanted);
    }

    /** Connects to a data source before a node asks for it; throws where it cannot be reached. */
    void connect(Wanted dataSource) {
        database(dataSource.name(), dataSource.apart()).connect();
    }

    /** Ends the statements that databases execute; for any thread. */
    void cancel() {
        joined.values().forEach(DatabaseSession::cancel);
        separate.values().forEach(DatabaseSession::cancel);
    }

    /** Closes all, whatever fails; what was not committed is undone by the resources themselves. */
    @Override
    public void close() {
        joined.values().forEach(Quietly::close);
        separate.values().forEach(Quietly::close);
        Quietly.close(queues);
    }
}
