package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.flows.Broker;
import io.millrace.flows.Extensions;
import io.millrace.flows.Placement;
import io.millrace.flows.QueueChanges;
import io.millrace.flows.archive.PublishedArchive;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.server.telemetry.StatisticsCollector;

import org.slf4j.Logger;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The applications and libraries that are deployed on a server. A change succeeds if it has taken
 * effect and is in the deployment log on disk. A change that fails has no effect. Changes are made
 * one after the other. After a restart, the server runs what the log contains.
 *
 * <p>Safe for use by several threads.
 */
public final class Deployments implements AutoCloseable {

    private static final Logger LOG = EventLog.of(Deployments.class);

    private final Broker broker;
    private final ServerHome home;
    private final BrokerFlows flows;
    private final boolean locked;
    private final Installer installer;
    private final DeploymentLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final Revisions revisions;
    private final LibraryUsers users;
    private final OperatorQueues queues;
    private final StatisticsCollector statistics;
    private final SharedRepository repository;

    /** Deployed applications that run, and libraries that they can use, by name. */
    private final Map<String, Loaded> running = new ConcurrentHashMap<>();

    /** Deployed applications that could not be started, with the reason. */
    private final Map<String, RuntimeException> failed = new ConcurrentHashMap<>();

    /** Applications that the command {@code run} has started, which are not deployed. */
    private final Set<String> ofCommand = ConcurrentHashMap.newKeySet();

    /**
     * Opens the deployment log of a home.
     *
     * @param locked whether assignments and queues can be changed only in files
     * @param repository repository that the server shares with others; closed with this
     */
    public Deployments(
            Broker broker,
            Extensions extensions,
            ServerHome home,
            long maxArchiveBytes,
            boolean locked,
            SharedRepository repository) {
        this.repository = repository;
        this.broker = broker;
        this.home = home;
        this.locked = locked;
        flows = new BrokerFlows(broker);
        installer = new Installer(home, extensions, maxArchiveBytes);
        log = DeploymentLog.open(home.log());
        revisions = new Revisions(log);
        users = new LibraryUsers(log, installer, running);
        queues = new OperatorQueues(broker, log, lock, locked);
        statistics =
                new StatisticsCollector(
                        broker,
                        home.path(),
                        bytes -> home.write(StatisticsCollector.file(), bytes, false));
    }

    /**
     * Returns the attributes of queues that operators have set in a home. A broker is started with
     * them.
     *
     * @throws MillraceException with DEPLOYMENT_STORE
     */
    public static QueueChanges queueChanges(Path home) {
        return DeploymentLog.queues(ServerHome.folder(home).resolve(DeploymentLog.FILE));
    }

    /** Returns the repository that the server shares with others. */
    public SharedRepository repository() {
        return repository;
    }

    /** Returns the accounting and statistics of the flows, whose settings are kept in the home. */
    public StatisticsCollector statistics() {
        return statistics;
    }

    /** Returns the queues with the changes of operators. */
    public OperatorQueues queues() {
        return queues;
    }

    /**
     * Sets the receiver of the changes that are made from now on. It is called on the thread of the
     * change and must not block.
     */
    public void onRevision(Consumer<Revision> receiver) {
        log.onRevision(receiver);
    }

    /**
     * Starts the deployed applications. An application that cannot be started does not prevent the
     * start of others; its error is logged and part of {@link #failures}.
     *
     * @param except names of applications that the command starts itself
     */
    public void restore(Collection<String> except) {
        lock.lock();
        try {
            ofCommand.addAll(except);
            Set<String> archives =
                    log.revisions().stream()
                            .flatMap(r -> r.applications().values().stream())
                            .filter(i -> i != null)
                            .map(Installed::sha256)
                            .collect(Collectors.toSet());
            installer.retain(archives);
            Map<String, Installed> current = log.current();
            current.keySet().removeAll(ofCommand);
            for (Kind kind : List.of(Kind.LIBRARY, Kind.APPLICATION)) {
                current.forEach(
                        (name, installed) -> {
                            if (installed.kind() == kind) {
                                restore(name, installed);
                            }
                        });
            }
        } finally {
            lock.unlock();
        }
    }

    private void restore(String name, Installed installed) {
        try {
            Loaded loaded = installer.load(installed, Approval.ALL, users.libraries());
            try {
                if (!loaded.isLibrary()) {
                    run(loaded, BrokerFlows.ids(name, installed.stopped()));
                }
                running.put(name, loaded);
                failed.remove(name);
            } catch (RuntimeException e) {
                loaded.close();
                throw e;
            }
        } catch (RuntimeException e) {
            failed.put(name, e);
            LOG.error(
                    "{} the deployed {} {} was not started: {}",
                    MillraceException.from(e).code().id(),
                    installed.kind(),
                    name,
                    e.getMessage());
        }
    }

    /** Receives an archive, outside any change. */
    public Upload receive(InputStream in, String expectedSha256) {
        return installer.receive(in, expectedSha256);
    }

    /**
     * Copies a published archive to this server. {@link #deploy} then has the effect as if a client
     * had sent it.
     *
     * @param version version, or at least the first 12 digits of the checksum; empty for the
     *     archive that was published last
     * @throws MillraceException with REPOSITORY, UNKNOWN_ARCHIVE, ARCHIVE_INVALID, CHANGE_REFUSED
     *     or DEPLOYMENT_STORE
     */
    public Upload fetch(String name, String version) {
        return repository.fetch(repository.find(name, version), installer);
    }

    /**
     * Publishes an archive in the shared repository. Nothing is deployed.
     *
     * @param name name that the application or library must have
     * @throws ProblemsException with all problems of the archive
     * @throws MillraceException with REPOSITORY, ARCHIVE_INVALID, CHANGE_REFUSED or REQUEST_INVALID
     */
    public PublishedArchive publish(String name, Upload upload, Condition by) {
        Manifest manifest = installer.verify(upload, by.approval());
        requireName(name, manifest.kind(), manifest.application());
        by.approval().flows(name, flows.ofBoth(name, null));
        return repository.publish(manifest, upload, by.author());
    }

    /**
     * Checks, compiles and runs the application in an archive. It replaces the deployed version
     * between two messages of each instance. A library also replaces those versions of the
     * applications that use it, after all of them were compiled with it.
     *
     * @param name name that the application or library must have
     * @return warnings of the check
     * @throws ProblemsException with all problems of the application
     * @throws MillraceException with STALE_CHANGE, ARCHIVE_INVALID, MANIFEST_MISMATCH,
     *     DEPLOYMENT_STORE, or the errors of {@link Broker#deploy}
     */
    public List<Problem> deploy(
            String name, Upload upload, String environment, Condition condition) {
        return change(
                name,
                condition,
                () -> {
                    Map<String, Placement> kept = log.assignments(name);
                    Loaded next =
                            installer
                                    .load(
                                            upload,
                                            environment,
                                            condition.approval(),
                                            users.libraries())
                                    .assigned(kept);
                    try {
                        requireName(name, next);
                        installer.keep(upload);
                        Installed now =
                                new Installed(
                                        upload.sha256(),
                                        next.manifest().version(),
                                        environment,
                                        Set.of(),
                                        kept,
                                        next.manifest().kind());
                        install(name, next, now, "deploy", condition);
                        return warnings(next);
                    } catch (RuntimeException | Error e) {
                        next.close();
                        throw e;
                    }
                });
    }

    private List<Problem> warnings(Loaded loaded) {
        List<Problem> warnings =
                new ArrayList<>(installer.relative(loaded.application().warnings()));
        warnings.addAll(users.changedLibraries(loaded));
        warnings.addAll(SharedQueues.warnings(loaded, running.values()));
        return warnings;
    }

    private static void requireName(String name, Loaded next) {
        requireName(name, next.manifest().kind(), next.application().name());
    }

    private static void requireName(String name, Kind kind, String found) {
        if (!found.equals(name)) {
            throw new MillraceException(
                    ErrorCode.REQUEST_INVALID,
                    "the archive contains the %s %s, but the request is for %s"
                            .formatted(kind, found, name));
        }
    }

    /** Checks an archive without a change. Returns the warnings; fails like {@link #deploy}. */
    public List<Problem> check(String name, Upload upload, String environment, Approval approval) {
        try (Loaded loaded = installer.load(upload, environment, approval, users.libraries())) {
            requireName(name, loaded);
            lock.lock();
            try {
                changed(name, loaded, approval);
                return warnings(loaded);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Makes a change of one application, after all other changes. */
    private <T> T change(String name, Condition condition, Supplier<T> change) {
        lock.lock();
        try {
            if (ofCommand.contains(name)) {
                throw new MillraceException(
                        ErrorCode.CHANGE_REFUSED,
                        """
                        the application %s was started by the command run; stop the command, or \
                        use ./millrace server\
                        """
                                .formatted(name));
            }
            revisions.require(name, condition);
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Swaps an application in, or a library with all applications that use it, and adds the change
     * to the log. A failure restores the old versions.
     */
    private void install(
            String name, Loaded next, Installed now, String operation, Condition condition) {
        Map<String, Loaded> changed = changed(name, next, condition.approval());
        List<String> swapped = new ArrayList<>();
        try {
            changed.forEach(
                    (other, loaded) -> {
                        swap(other, loaded);
                        swapped.add(other);
                    });
            Set<String> stopped = flows.stopped(name);
            stopped.addAll(BrokerFlows.absent(log.stopped(name), next));
            append(condition, operation, Map.of(name, now.withStopped(stopped)));
        } catch (RuntimeException e) {
            swapped.reversed().forEach(other -> putBack(other, e));
            throw e;
        }
        changed.forEach(this::replace);
        if (next.isLibrary()) {
            users.failed(name).forEach(user -> restore(user, log.current().get(user)));
        }
    }

    /**
     * Returns the next versions of an application, or of a library and all applications that use
     * it, if they compile and the change is approved.
     */
    private Map<String, Loaded> changed(String name, Loaded next, Approval approval) {
        users.requireKind(name, next.manifest().kind());
        Map<String, Loaded> changed = new LinkedHashMap<>();
        if (next.isLibrary()) {
            // The approval precedes the check, because problems contain lines of the applications'
            // files.
            users.of(name).forEach(user -> approval.flows(user, flows.ofBoth(user, null)));
            changed.putAll(users.recompiled(name, next, approval));
        }
        changed.put(name, next);
        changed.forEach((other, loaded) -> approval.flows(other, flows.ofBoth(other, loaded)));
        return changed;
    }

    private void swap(String name, Loaded next) {
        if (!next.isLibrary()) {
            run(next, flows.stoppedNext(name, log.stopped(name), next));
        }
    }

    private void replace(String name, Loaded next) {
        Loaded old = running.put(name, next);
        failed.remove(name);
        if (old != null && !old.folder().equals(next.folder())) {
            old.close();
        }
    }

    private void run(Loaded next, Set<FlowId> stopped) {
        try {
            broker.deploy(next.application(), stopped);
        } catch (ProblemsException e) {
            throw installer.relative(e);
        } catch (MillraceException e) {
            throw installer.located(e, next.application());
        }
    }

    /** Returns a text with the paths of files in their archives instead of unpacked files. */
    public String inArchives(String text) {
        return home.inArchives(text);
    }

    /**
     * Changes the execution groups, copies and additional instances of a flow, without a change of
     * the application.
     *
     * @param placement assignment that replaces the assignment in the application; null to remove
     *     it
     * @throws MillraceException with CHANGE_REFUSED, REQUEST_INVALID, UNKNOWN_APPLICATION,
     *     UNKNOWN_FLOW, STALE_CHANGE, DEPLOYMENT_STORE, or the errors of {@link Broker#deploy}
     */
    public void assign(String name, String flow, Placement placement, Condition condition) {
        change(
                name,
                condition,
                () -> {
                    if (locked) {
                        throw new MillraceException(
                                ErrorCode.CHANGE_REFUSED,
                                """
                                the server was started with --config-locked; change \
                                executionGroups in application.yaml, then deploy the application\
                                """);
                    }
                    Installed now = requireDeployed(name);
                    users.requireFlows(name);
                    Map<String, Placement> changed = new TreeMap<>(now.assignments());
                    flows.selected(new Target(name, flow, ""), failed);
                    if (placement == null) {
                        changed.remove(flow);
                    } else {
                        PlacementCheck.check(placement);
                        changed.put(flow, placement);
                    }
                    install(
                            name,
                            running.get(name).assigned(changed),
                            now.withAssignments(changed),
                            placement == null ? "reset assignment" : "assign",
                            condition);
                    return null;
                });
    }

    private void putBack(String name, RuntimeException failure) {
        Loaded old = running.get(name);
        try {
            if (old == null) {
                if (flows.isRunning(name)) {
                    broker.undeploy(name);
                }
            } else if (!old.isLibrary()) {
                broker.deploy(
                        old.application(),
                        BrokerFlows.ids(name, log.current().get(name).stopped()));
            }
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
            LOG.error("the previous version of {} was not restored: {}", name, second.getMessage());
        }
    }

    private void append(Condition by, String operation, Map<String, Installed> applications) {
        log.append(by, operation, applications, Map.of());
    }

    /**
     * Stops and removes an application, or removes a library that no application uses. Archives,
     * queues and messages are kept.
     *
     * @throws MillraceException with UNKNOWN_APPLICATION, CHANGE_REFUSED, STALE_CHANGE,
     *     DEPLOYMENT_STORE, or the errors of {@link Broker#undeploy}
     */
    public void undeploy(String name, Condition condition) {
        change(
                name,
                condition,
                () -> {
                    if (requireDeployed(name).isLibrary()) {
                        users.requireUnused(name);
                    }
                    condition.approval().flows(name, flows.ofBoth(name, null));
                    Loaded old = running.get(name);
                    if (old != null && !old.isLibrary()) {
                        broker.undeploy(name);
                    }
                    try {
                        Map<String, Installed> none = new HashMap<>();
                        none.put(name, null);
                        append(condition, "undeploy", none);
                    } catch (RuntimeException e) {
                        if (old != null) {
                            putBack(name, e);
                        }
                        throw e;
                    }
                    running.remove(name);
                    failed.remove(name);
                    if (old != null) {
                        old.close();
                    }
                    return null;
                });
    }

    private Installed requireDeployed(String name) {
        Installed installed = log.current().get(name);
        if (installed == null) {
            throw revisions.notDeployed(name);
        }
        return installed;
    }

    /** Returns the error for an application that is not deployed. */
    public MillraceException notDeployed(String name) {
        lock.lock();
        try {
            return revisions.notDeployed(name);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs an earlier version of an application, with the state that its flows have now. An archive
     * that is missing in the home or damaged is copied from the shared repository.
     *
     * @param to revision to restore; 0 for the version before the current one
     * @return restored revision
     * @throws MillraceException with UNKNOWN_REVISION, and like {@link #deploy}
     */
    public long rollback(String name, long to, Condition condition) {
        if (repository.isConfigured()) {
            repository.recover(installed(name, to), installer);
        }
        return change(
                name,
                condition,
                () -> {
                    Revision target = revisions.target(name, to);
                    Installed installed = target.applications().get(name);
                    Map<String, Placement> kept = log.assignments(name);
                    Loaded next =
                            installer
                                    .load(installed, condition.approval(), users.libraries())
                                    .assigned(kept);
                    try {
                        install(name, next, installed.withAssignments(kept), "rollback", condition);
                    } catch (RuntimeException | Error e) {
                        next.close();
                        throw e;
                    }
                    return target.number();
                });
    }

    /**
     * Starts, stops or restarts flows. Stopped flows stay stopped after a restart of the server,
     * and in the versions that are deployed later.
     *
     * @return flows that were selected
     * @throws MillraceException with UNKNOWN_APPLICATION, UNKNOWN_FLOW, UNKNOWN_EXECUTION_GROUP,
     *     STALE_CHANGE, DEPLOYMENT_STORE, or the error of a node that cannot be created; all flows
     *     then have their former state
     */
    public List<FlowId> act(Target target, Action action, Condition condition) {
        lock.lock();
        try {
            if (!target.application().isEmpty()) {
                revisions.require(target.application(), condition);
                users.requireFlows(target.application());
            }
            List<FlowStatistics> selected = flows.selected(target, failed);
            condition
                    .approval()
                    .flows(target.application(), selected.stream().map(BrokerFlows::id).toList());
            List<FlowStatistics> done = new ArrayList<>();
            try {
                for (FlowStatistics flow : selected) {
                    done.add(flow);
                    flows.act(BrokerFlows.id(flow), action);
                }
                record(selected, action, target.flow().isEmpty(), condition);
            } catch (RuntimeException e) {
                done.reversed().forEach(flow -> flows.undo(flow, e));
                throw e;
            }
            return selected.stream().map(BrokerFlows::id).toList();
        } finally {
            lock.unlock();
        }
    }

    private void record(
            List<FlowStatistics> acted, Action action, boolean all, Condition condition) {
        boolean forgets = all && action != Action.STOP;
        Map<String, Installed> changed = new LinkedHashMap<>();
        log.current()
                .forEach(
                        (name, installed) -> {
                            if (acted.stream().anyMatch(f -> f.application().equals(name))) {
                                Set<String> stopped = flows.stopped(name);
                                Loaded version = running.get(name);
                                if (!forgets && version != null) {
                                    stopped.addAll(
                                            BrokerFlows.absent(installed.stopped(), version));
                                }
                                changed.put(name, installed.withStopped(stopped));
                            }
                        });
        if (!changed.isEmpty()) {
            append(condition, action.word(), changed);
        }
    }

    /** Returns the differences between the deployed version and an archive. */
    public Difference diff(String name, Upload upload, String environment, Approval approval) {
        try (Loaded other = installer.load(upload, environment, approval, users.libraries())) {
            requireName(name, other);
            approval.flows(name, flows.ofBoth(name, other));
            return Difference.between(current(name).orElse(null), other);
        }
    }

    /** Returns the differences between the deployed version and the version of a revision. */
    public Difference diff(String name, long revision) {
        try (Loaded other =
                installer.load(installed(name, revision), Approval.ALL, users.libraries())) {
            return Difference.between(current(name).orElse(null), other);
        }
    }

    private Installed installed(String name, long revision) {
        lock.lock();
        try {
            return revisions.target(name, revision).applications().get(name);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the deployed version of a running application. */
    Optional<Loaded> current(String name) {
        return Optional.ofNullable(running.get(name));
    }

    /** Returns the effective settings of a deployed application or library; empty if it failed. */
    public List<EffectiveSetting> settings(String name) {
        return current(name).map(loaded -> loaded.application().settings()).orElse(List.of());
    }

    /** Returns the names of the deployed applications that use a library. */
    public Set<String> usersOf(String library) {
        lock.lock();
        try {
            return users.of(library);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the deployed applications and libraries by name. */
    public Map<String, Installed> installed() {
        lock.lock();
        try {
            return log.current();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the names of the deployed applications, without libraries. */
    public Set<String> applications() {
        Map<String, Installed> all = new LinkedHashMap<>(installed());
        all.values().removeIf(Installed::isLibrary);
        return all.keySet();
    }

    /** Returns the revisions of an application, or of all for an empty name, the oldest first. */
    public List<Revision> revisions(String application) {
        lock.lock();
        try {
            return application.isEmpty() ? log.revisions() : log.revisions(application);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the manifest of a running application. */
    public Optional<Manifest> manifest(String name) {
        return current(name).map(Loaded::manifest);
    }

    /** Returns the deployed applications that could not be started, with the reason. */
    public Map<String, RuntimeException> failures() {
        return Map.copyOf(failed);
    }

    @Override
    public void close() {
        statistics.close();
        repository.close();
        log.close();
    }
}
