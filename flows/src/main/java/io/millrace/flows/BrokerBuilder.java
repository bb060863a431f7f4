package io.millrace.flows;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.observe.FlowObservers;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.resource.Secret;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.flows.application.BrokerFile;
import io.millrace.flows.application.BrokerSettings;
import io.millrace.flows.application.ServerSettings;
import io.millrace.flows.library.Registries;

import org.slf4j.Logger;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A builder that configures and starts a {@link Broker}. Later calls override earlier calls. Only
 * for one thread.
 */
public final class BrokerBuilder {

    private static final Logger LOG = EventLog.of(Broker.class);

    /** Name of the folder below the home folder that contains the log of coordinated units. */
    private static final String TRANSACTIONS = "transactions";

    private BrokerSettings settings = BrokerSettings.STANDARD;
    private String kind = QueueStores.MEMORY;
    private Path home;
    private Extensions extensions;

    /** Home of the extensions; null for none. */
    private Path extensionsHome;

    private Path file;
    private String name;
    private String url = "";
    private Credentials credentials = Credentials.NONE;
    private Certificates brokerTls;
    private long timeoutMillis = Endpoint.DEFAULT_TIMEOUT_MILLIS;
    private Retry retry = Retry.NONE;
    private final List<Acceptor> acceptors = new ArrayList<>();
    private QueueStoreSettings.Journal journal;
    private boolean damageAccepted;
    private boolean statistics;
    private FlowObservers observers = FlowObservers.NONE;
    private QueueChanges queueChanges = QueueChanges.NONE;
    private FatalErrorHandler fatalErrorHandler =
            error -> LOG.error("{} the broker closes: {}", error.code().id(), error.getMessage());
    private ExecutionGroup.Options options = ExecutionGroup.Options.DEFAULTS;

    BrokerBuilder() {}

    /**
     * Applies the settings of a {@code broker.yaml}. If the file specifies a home folder, the
     * queues are embedded. If it specifies a URL, they are remote. Otherwise they are in memory.
     *
     * @throws ProblemsException with all errors in the file
     */
    public BrokerBuilder configuration(Path brokerYaml) {
        Objects.requireNonNull(brokerYaml, "brokerYaml must not be null");
        Problems problems = new Problems();
        BrokerSettings read = BrokerFile.read(brokerYaml, problems);
        problems.throwIfErrors();
        problems.all()
                .forEach(
                        warning ->
                                LOG.warn(
                                        "{} {}: {}; {}",
                                        warning.code().id(),
                                        warning.place(),
                                        warning.text(),
                                        warning.hint()));
        settings = read;
        file = brokerYaml;
        drainTimeout(Duration.ofMillis(read.server().drainMillis()));
        QueueStoreSettings store = read.store();
        if (store.home() != null) {
            home(store.home());
        }
        if (store.broker() != null) {
            endpoint(store.broker());
        }
        return this;
    }

    /** Sets the name of the broker that flows can read. The default is {@code MILLRACE}. */
    public BrokerBuilder name(String value) {
        name = Objects.requireNonNull(value, "name must not be null");
        return this;
    }

    /**
     * Selects queues in the memory of this process (the default). Their messages are lost when the
     * broker is closed.
     */
    public BrokerBuilder memory() {
        kind = QueueStores.MEMORY;
        url = "";
        return this;
    }

    /**
     * Selects queues of an Artemis in this process, stored in the {@link #home} folder, even if
     * {@link #url} was set before. Requires {@code millrace-store}.
     */
    public BrokerBuilder embedded() {
        kind = QueueStores.ARTEMIS;
        url = "";
        return this;
    }

    /**
     * Sets the folder that contains all data of embedded queues, and selects embedded queues. If a
     * {@link #url} is set, the folder contains only the log of coordinated units. The folder is
     * created if it does not exist.
     */
    public BrokerBuilder home(Path folder) {
        home = Objects.requireNonNull(folder, "home must not be null");
        return url.isEmpty() ? embedded() : this;
    }

    /** Returns the settings of the server process, which the broker itself does not use. */
    public ServerSettings server() {
        return settings.server();
    }

    /** Returns the home folder; empty if none is set. */
    public Optional<Path> home() {
        return Optional.ofNullable(home);
    }

    /**
     * Selects queues of a remote Artemis, for example {@code tcp://host:61616}. Requires {@code
     * millrace-store}.
     */
    public BrokerBuilder url(String value) {
        url = Objects.requireNonNull(value, "url must not be null");
        kind = QueueStores.ARTEMIS;
        return this;
    }

    /**
     * Selects queues of a remote Artemis like {@link #url}, with all properties of the connection.
     */
    public BrokerBuilder endpoint(Endpoint value) {
        credentials = value.credentials();
        brokerTls = value.tls();
        timeoutMillis = value.timeoutMillis();
        retry = value.retry();
        return url(value.url());
    }

    /** Sets the credentials for the Artemis of {@link #url}. */
    public BrokerBuilder credentials(String userName, Secret secret) {
        credentials =
                new Credentials(
                        Objects.requireNonNull(userName, "userName must not be null"),
                        Objects.requireNonNull(secret, "secret must not be null"));
        return this;
    }

    /**
     * Uses TLS for the connection to the broker of {@link #url}. {@link Certificates#NONE} or null
     * disables TLS.
     */
    public BrokerBuilder brokerTls(Certificates value) {
        brokerTls = value;
        return this;
    }

    /**
     * Adds a port on which embedded queues accept clients. Without acceptors, only this process can
     * use the queues.
     */
    public BrokerBuilder acceptor(Acceptor acceptor) {
        acceptors.add(Objects.requireNonNull(acceptor, "acceptor must not be null"));
        return this;
    }

    /** Sets how embedded queues write their journal. */
    public BrokerBuilder journal(QueueStoreSettings.Journal value) {
        journal = Objects.requireNonNull(value, "journal must not be null");
        return this;
    }

    /**
     * Sets whether messages are counted for flows and nodes. The default is false, which has no
     * cost.
     */
    public BrokerBuilder statistics(boolean value) {
        statistics = value;
        return this;
    }

    /** Sets further observers of the messages of all flows. By default, there are none. */
    public BrokerBuilder observers(FlowObservers value) {
        observers = Objects.requireNonNull(value, "observers must not be null");
        return this;
    }

    /** Sets the attributes of queues that an operator has changed, which replace those of files. */
    public BrokerBuilder queueChanges(QueueChanges value) {
        queueChanges = Objects.requireNonNull(value, "queueChanges must not be null");
        return this;
    }

    /**
     * Sets the handler of a permanent failure of the broker. By default, the error is logged. The
     * broker closes itself after the call.
     */
    public BrokerBuilder fatalErrorHandler(FatalErrorHandler value) {
        fatalErrorHandler = Objects.requireNonNull(value, "fatalErrorHandler must not be null");
        return this;
    }

    /**
     * Sets the time that a deployment and {@link Broker#close} wait for messages in progress. The
     * default is 15 seconds. After this time, {@code close} interrupts the messages and waits 5
     * more seconds.
     */
    public BrokerBuilder drainTimeout(Duration value) {
        options = new ExecutionGroup.Options(options.copies(), options.retry(), value.toMillis());
        return this;
    }

    /**
     * Sets the first pause of an input after a rolled back message, and the maximum pause after
     * successive rollbacks.
     */
    public BrokerBuilder retryDelay(Duration first, Duration most) {
        RetryDelay delay = new RetryDelay(first.toMillis(), most.toMillis());
        options = new ExecutionGroup.Options(options.copies(), delay, options.drainMillis());
        return this;
    }

    /**
     * Opens the queues and starts the broker without applications.
     *
     * @throws ProblemsException with all problems of the jars in the folder {@code lib} of the
     *     home, and with a problem for each data source of the {@code broker.yaml} that has no
     *     driver
     * @throws MillraceException with STORE_LOCKED, STORE_NOT_WRITABLE, PORT_IN_USE and others; with
     *     CONFIGURATION if {@code millrace-store} is required and not on the class path
     */
    public Broker start() {
        Extensions extensions = extensions();
        if (file != null) {
            Problems problems = new Problems();
            Registries installed = extensions.registries();
            BrokerFile.checkExtensions(
                    file, installed.drivers(), installed.repositoryNames(), problems);
            problems.throwIfErrors();
        }
        QueueStore store = store();
        try {
            return new Broker(
                    name == null ? settings.name() : name,
                    settings,
                    store,
                    options,
                    statistics,
                    observers,
                    isInMemory() || home == null ? null : home.resolve(TRANSACTIONS),
                    extensions,
                    queueChanges,
                    fatalErrorHandler);
        } catch (RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }

    /**
     * Returns the extensions that the broker will have: extensions on the class path and in the
     * folder {@code lib} of the current home folder. Applications for this broker are loaded with
     * these extensions.
     *
     * @throws ProblemsException with all problems of the jars
     */
    public Extensions extensions() {
        if (extensions == null || !Objects.equals(home, extensionsHome)) {
            extensions = home == null ? Extensions.classPath() : Extensions.ofHome(home);
            extensionsHome = home;
        }
        return extensions;
    }

    private QueueStore store() {
        QueueStores stores = QueueStores.load(Registries.loader());
        if (kind.equals(QueueStores.ARTEMIS) && stores.find(kind).isEmpty()) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    """
                    embedded and remote queues require the module millrace-store, which is not on \
                    the class path; add it, or use queues in memory\
                    """);
        }
        return stores.provider(kind).open(storeSettings());
    }

    /**
     * Opens embedded queues even if files are damaged. Intact data is kept. Messages with damaged
     * files are moved to SYSTEM.DAMAGED.QUEUE, and all other damage is listed in the log.
     */
    public BrokerBuilder acceptDamage() {
        damageAccepted = true;
        return this;
    }

    /** Whether the settings so far select queues of an Artemis in this process. */
    public boolean isEmbedded() {
        return kind.equals(QueueStores.ARTEMIS) && url.isEmpty();
    }

    /** Whether the settings so far select queues in the memory of this process. */
    public boolean isInMemory() {
        return kind.equals(QueueStores.MEMORY);
    }

    private static void checkMemory(QueueStoreSettings configured) {
        String conflict =
                configured.broker() != null
                        ? "url in broker.yaml, which selects a remote broker; remove one of them"
                        : !configured.acceptors().isEmpty()
                                ? "acceptors in broker.yaml; specify a home folder, or remove the"
                                        + " acceptors"
                                : "";
        if (!conflict.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    "queues in memory cannot be combined with " + conflict);
        }
    }

    private QueueStoreSettings storeSettings() {
        QueueStoreSettings configured = settings.store();
        return chosenStore(configured)
                .withMaxMessageBytes(configured.maxMessageBytes())
                .withUnits(configured.units())
                .withQueueCacheMaxSize(configured.queueCacheMaxSize());
    }

    /**
     * Returns the settings of the selected store. Settings that apply only to another kind of store
     * are removed.
     */
    private QueueStoreSettings chosenStore(QueueStoreSettings configured) {
        if (!isEmbedded() && !acceptors.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    """
                    acceptors require embedded queues; queues in memory and remote queues do not \
                    support them\
                    """);
        }
        if (isInMemory()) {
            checkMemory(configured);
            return QueueStoreSettings.inMemory();
        }
        if (!url.isEmpty()) {
            Endpoint broker = new Endpoint(url, credentials, brokerTls, timeoutMillis, retry);
            return QueueStoreSettings.remote(broker).withHome(home);
        }
        if (home == null) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    """
                    embedded queues require a home folder: call home(...) or specify it in \
                    broker.yaml\
                    """);
        }
        List<Acceptor> all = new ArrayList<>(configured.acceptors());
        all.addAll(acceptors);
        QueueStoreSettings.Journal written = journal == null ? configured.journal() : journal;
        return QueueStoreSettings.embedded(home)
                .withAcceptors(all)
                .withUsers(configured.users())
                .withJournal(damageAccepted ? written.acceptingDamage() : written);
    }
}
