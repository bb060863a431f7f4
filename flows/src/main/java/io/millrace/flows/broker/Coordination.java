package io.millrace.flows.broker;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.OpenDataSources;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.CoordinatorProvider;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.Recoverable;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.library.Registries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * The coordinator of a broker. It is opened if an earlier process has used a coordinator, or for
 * the first flow that requires a coordinator. Resources are recovered before flows that use them
 * start. The owner of this object synchronizes access to it.
 */
final class Coordination implements AutoCloseable {

    private final QueueStore store;
    private final Path folder;
    private final Optional<CoordinatorProvider> provider;
    private final List<CoordinatedSource> sources = new ArrayList<>();
    private Coordinator coordinator;

    /**
     * @param folder folder of the coordinator's log; null for none
     * @param shared data sources of the broker for all applications
     */
    Coordination(QueueStore store, Path folder, OpenDataSources shared) {
        this.store = store;
        this.folder = folder;
        provider = ServiceLoader.load(CoordinatorProvider.class, Registries.loader()).findFirst();
        sources.addAll(shared.coordinatedSources());
        boolean used = folder != null && provider.isPresent() && provider.get().wasUsed(folder);
        if (used && store instanceof CoordinatedQueues) {
            open();
            coordinator.recover();
        }
    }

    /** Checks that the data sources of coordinated flows support coordinated units. */
    static void checkSources(CompiledApplication compiled, OpenDataSources dataSources) {
        Set<String> unusable = new TreeSet<>(compiled.coordinatedSources().names().keySet());
        unusable.removeIf(name -> dataSources.coordinated(name).isPresent());
        Problems problems = new Problems();
        compiled.coordinatedSources()
                .refuse(
                        unusable,
                        ErrorCode.COORDINATION_REFUSED,
                        "the data source %s cannot take part in coordinated units",
                        "remove coordinatedTransaction, or set the node's transaction to commit",
                        problems);
        problems.throwIfErrors();
    }

    /** Returns the coordinator; null if no flow has required it. */
    Coordinator coordinator() {
        return coordinator;
    }

    /**
     * Adds the data sources of an application, and ends unfinished branches of an earlier process
     * in them.
     *
     * @param flow first coordinated flow of the application; null for none
     * @throws MillraceException with CONFIGURATION if the broker cannot coordinate
     */
    void begin(String flow, OpenDataSources own) {
        if (flow != null && coordinator == null) {
            check(flow);
            open();
        }
        List<CoordinatedSource> more = own.coordinatedSources();
        sources.addAll(more);
        if (coordinator != null) {
            more.forEach(coordinator::register);
            coordinator.recover();
        }
    }

    /**
     * Checks that no unit of this broker is in doubt in data sources that are about to be removed,
     * because it could not be ended without them. The flows of the data sources must have ended.
     *
     * @param coordinated whether flows used the data sources in coordinated units, so that a data
     *     source that cannot be reached can have units in doubt
     * @throws MillraceException with UNITS_IN_DOUBT
     */
    void requireResolved(String application, List<CoordinatedSource> removed, boolean coordinated) {
        if (coordinator == null || removed.isEmpty()) {
            return;
        }
        coordinator.recover();
        for (CoordinatedSource source : removed) {
            String obstacle = "";
            try {
                List<String> units =
                        source.inDoubt().stream()
                                .filter(b -> coordinator.node().equals(b.coordinator()))
                                .map(InDoubtBranch::unit)
                                .distinct()
                                .toList();
                obstacle = units.isEmpty() ? "" : "it has units in doubt: " + units;
            } catch (MillraceException unreachable) {
                obstacle =
                        coordinated
                                ? "it can have units in doubt, but cannot be reached: "
                                        + unreachable.getMessage()
                                : "";
            }
            if (!obstacle.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.UNITS_IN_DOUBT,
                        source.label()
                                + " of the application "
                                + application
                                + " cannot be removed: "
                                + obstacle
                                + "; make its database available, and repeat the command when"
                                + " uow lists no unit in doubt",
                        Insert.of(source.label()));
            }
        }
    }

    /** Removes an application's data sources. */
    void end(OpenDataSources own) {
        for (CoordinatedSource source : own.coordinatedSources()) {
            sources.remove(source);
            if (coordinator != null) {
                coordinator.forget(source);
            }
        }
    }

    /** Returns the resources that can hold prepared branches. */
    List<Recoverable> resources() {
        List<Recoverable> resources = new ArrayList<>();
        if (store instanceof CoordinatedQueues queues) {
            resources.add(queues);
        }
        resources.addAll(sources);
        return resources;
    }

    private void check(String flow) {
        String obstacle =
                !(store instanceof CoordinatedQueues)
                        ? "queues in memory cannot take part; run without --memory"
                        : folder == null
                                ? "the log of the coordinator requires a folder; specify home"
                                : provider.isEmpty()
                                        ? "the module millrace-store is not on the class path"
                                        : null;
        if (obstacle != null) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    "flow "
                            + flow
                            + " requires coordinatedTransaction, which this broker does not "
                            + "support: "
                            + obstacle);
        }
    }

    private void open() {
        coordinator = provider.orElseThrow().open(folder);
        resources().forEach(coordinator::register);
    }

    @Override
    public void close() {
        if (coordinator != null) {
            coordinator.close();
            coordinator = null;
        }
    }
}
