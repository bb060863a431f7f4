package io.millrace.engine.runtime;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.UnitOfWork;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What one instance holds of the broker's resources, each opened when first asked for. Owned by one
 * thread.
 */
final class Resources implements AutoCloseable {

    private final BrokerServices services;
    private final UnitOfWork unit = new UnitOfWork();
    private final Map<String, DatabaseSession> joined = new HashMap<>();
    private final Map<String, DatabaseSession> separate = new HashMap<>();
    private final Set<String> wanted = new HashSet<>();
    private QueueSession queues;

    Resources(BrokerServices services) {
        this.services = services;
    }

    BrokerServices services() {
        return services;
    }

    UnitOfWork unit() {
        return unit;
    }

    QueueSession queues() {
        if (queues == null) {
            queues = services.queues().session();
        }
        return queues;
    }

    DatabaseSession database(String name, boolean apart) {
        if (services.dataSources() == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "there is no data source " + name + ": the broker has none");
        }
        wanted.add(name);
        return (apart ? separate : joined).computeIfAbsent(name, services.dataSources()::open);
    }

    Set<String> dataSources() {
        return Set.copyOf(wanted);
    }

    /** Closes all, whatever fails; what was not committed is undone by the resources themselves. */
    @Override
    public void close() {
        joined.values().forEach(Quietly::close);
        separate.values().forEach(Quietly::close);
        Quietly.close(queues);
    }
}
