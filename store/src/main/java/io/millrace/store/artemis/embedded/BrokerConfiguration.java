package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Listener;
import io.millrace.store.artemis.broker.QueueSettings;
import io.millrace.store.artemis.connection.TlsContexts;
import io.millrace.store.artemis.units.UnitDecisions;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.WildcardConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The configuration of an embedded Artemis server. It differs from the defaults of Artemis only
 * where the defaults would lose performance or messages. A comment at each such line describes the
 * default.
 */
final class BrokerConfiguration {

    /** Folder of the message journal, in the home folder. */
    static final String JOURNAL = "journal";

    static final String BINDINGS = "bindings";
    private static final String PAGING = "paging";
    private static final String LARGE_MESSAGES = "large";

    /** Folders of Artemis in the home folder. */
    static final List<String> FOLDERS = List.of(JOURNAL, BINDINGS, PAGING, LARGE_MESSAGES);

    /** Artemis file that contains the id of the server. Artemis does not check its content. */
    static final String NODE = JOURNAL + "/server.lock";

    static final long NODE_BYTES = 19;

    /** Folders of journals, and the extensions of their files. */
    static final Map<String, String> JOURNALS = Map.of(JOURNAL, ".amq", BINDINGS, ".bindings");

    private static final long KEPT_EXPIRED = 1_000;
    private static final AtomicInteger NEXT_VM_ID = new AtomicInteger();
    private static final String SASL_MECHANISMS = "saslMechanisms";
    private static final String SERVER_ID = "serverId";
    private static final int JOURNAL_FILES = 4;
    private static final int POOLED_JOURNAL_FILES = 20;
    private static final int DISK_SCAN_MILLIS = 500;
    private static final char TOPIC_SEPARATOR = '/';
    static final char ANY_LEVEL = '+';
    static final char ANY_LEVELS = '#';

    private final HomeFolder home;
    private final QueueStoreSettings settings;
    private final PagingLimits paging = PagingLimits.ofHeap(Runtime.getRuntime().maxMemory());
    private final DiskSpace space;
    private final int vmId = NEXT_VM_ID.incrementAndGet();

    BrokerConfiguration(HomeFolder home, QueueStoreSettings settings, DiskSpace space) {
        this.home = home;
        this.space = space;
        this.settings = settings;
    }

    /** Returns the connector for this process. */
    TransportConfiguration connector() {
        return new TransportConfiguration(
                InVMConnectorFactory.class.getName(), Map.of(SERVER_ID, vmId));
    }

    List<Acceptor> acceptors() {
        return settings.acceptors();
    }

    boolean isDamageAccepted() {
        return settings.journal().acceptDamage();
    }

    static String acceptorName(Acceptor acceptor) {
        String name = acceptor.protocol() + "-" + acceptor.host() + "-" + acceptor.port();
        return acceptor.isTls() ? name + "-tls" : name;
    }

    private static void checkConflict(Acceptor acceptor, List<Acceptor> acceptors) {
        for (Acceptor other : acceptors.subList(0, acceptors.indexOf(acceptor))) {
            if (acceptor.conflicts(other)) {
                throw new MillraceException(
                        ErrorCode.CONFIGURATION, acceptor.describeConflict(other));
            }
        }
    }

    /** Throws CONFIGURATION if the host of an acceptor is not an address of this machine. */
    private static void checkHost(Acceptor acceptor, IOException failure) {
        if (!Listener.isLocal(acceptor.host())) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    "host %s of the %s acceptor is not an address of this machine; correct it"
                            .formatted(acceptor.host(), acceptor.protocol()),
                    failure);
        }
    }

    /**
     * Checks the ports. Throws PLAIN_TEXT if a port that other machines can reach has no TLS
     * without an explicit choice. Throws PORT_IN_USE if another process listens on a chosen port.
     */
    static void checkPorts(List<Acceptor> acceptors) {
        for (Acceptor acceptor : acceptors) {
            if (acceptor.isExposed() && acceptor.tls() == null) {
                throw StoreErrors.plainText(
                        "the " + acceptor.protocol() + " acceptor at " + acceptor.host());
            }
            if (acceptor.port() == 0) {
                continue;
            }
            checkConflict(acceptor, acceptors);
            try (ServerSocket probe = new ServerSocket()) {
                probe.bind(
                        new InetSocketAddress(
                                InetAddress.getByName(acceptor.host()), acceptor.port()));
            } catch (IOException e) {
                checkHost(acceptor, e);
                throw MillraceException.of(
                                ErrorCode.PORT_IN_USE,
                                """
                                port %s of %s, required for %s, cannot be used: %s; choose \
                                another port, or 0 for any free port, or find the process that \
                                uses it (ss -ltnp 'sport = :%s')\
                                """
                                        .formatted(
                                                acceptor.port(),
                                                acceptor.host(),
                                                acceptor.protocol(),
                                                e.getMessage(),
                                                acceptor.port()))
                        .inserts(Insert.of(acceptor.port()), Insert.of(acceptor.host()))
                        .cause(e)
                        .build();
            }
        }
    }

    Configuration configuration() {
        Configuration c = new ConfigurationImpl();
        c.setName("millrace");
        configureJournal((ConfigurationImpl) c);
        configureSecurity(c);
        configureAcceptors(c);
        paging.apply(c);
        trim(c);
        c.setWildCardConfiguration(
                new WildcardConfiguration()
                        .setDelimiter(TOPIC_SEPARATOR)
                        .setSingleWord(ANY_LEVEL)
                        .setAnyWords(ANY_LEVELS));
        c.addAddressSetting(Character.toString(ANY_LEVELS), anySettings());
        c.addAddressSetting(
                UnitDecisions.ADDRESS.toString(),
                anySettings().setIDCacheSize(UnitDecisions.MAX_COUNT));
        return c;
    }

    private void configureJournal(ConfigurationImpl c) {
        QueueStoreSettings.Journal journal = settings.journal();
        int micros =
                journal.syncMicros() == QueueStoreSettings.Journal.CALIBRATE
                        ? JournalCalibration.syncMicros(home)
                        : journal.syncMicros();
        c.setJournalType(JournalType.NIO);
        c.setJournalDirectory(home.resolve(JOURNAL).toString());
        c.setBindingsDirectory(home.resolve(BINDINGS).toString());
        c.setPagingDirectory(home.resolve(PAGING).toString());
        c.setLargeMessagesDirectory(home.resolve(LARGE_MESSAGES).toString());
        // The default is 3.3 ms, which limits a flow to 300 commits per second. With 0, Artemis
        // would not collect the records of a write, and they would have no checksum.
        c.setJournalBufferTimeout_NIO(Math.max(1, micros * 1000));
        c.setJournalDatasync(journal.force());
        c.setJournalMinFiles(JOURNAL_FILES);
        // Files are kept for reuse, because creating a file delays all commits.
        c.setJournalPoolFiles(POOLED_JOURNAL_FILES);
        // Without it, the decisions of coordinated units would be deleted at the start.
        c.setPersistIDCache(true);
        // DiskSpace checks each message. The check of Artemis reports no reason, and blocks clients
        // of the core protocol that do not wait for a response.
        c.setMaxDiskUsage(-1);
        if (space.minFree() > 0) {
            c.setMinDiskFree(space.minFree() / 2);
        }
        c.setDiskScanPeriod(DISK_SCAN_MILLIS);
    }

    private static void configureSecurity(Configuration c) {
        c.setSecurityEnabled(true);
        // The well-known defaults would permit logins as the cluster user.
        c.setClusterUser(UUID.randomUUID().toString());
        c.setClusterPassword(UUID.randomUUID().toString());
        // The default caches rejected logins, which would then be neither logged nor delayed.
        // StoreSecurity caches the successful logins of a connection.
        c.setAuthenticationCacheSize(0);
        c.setAuthorizationCacheSize(0);
    }

    private void configureAcceptors(Configuration c) {
        c.addAcceptorConfiguration(
                new TransportConfiguration(
                        InVMAcceptorFactory.class.getName(), Map.of(SERVER_ID, vmId), "in-vm"));
        // Loading protocols takes time and is not necessary without ports.
        c.setResolveProtocols(
                settings.acceptors().stream()
                        .anyMatch(a -> a.protocol() != Acceptor.Protocol.CORE));
        for (Acceptor acceptor : settings.acceptors()) {
            c.addAcceptorConfiguration(
                    new TransportConfiguration(
                            CheckedAcceptorFactory.class.getName(),
                            parameters(acceptor),
                            acceptorName(acceptor)));
        }
    }

    private static Map<String, Object> parameters(Acceptor acceptor) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(TransportConstants.HOST_PROP_NAME, acceptor.host());
        parameters.put(TransportConstants.PORT_PROP_NAME, Integer.toString(acceptor.port()));
        parameters.put(TransportConstants.PROTOCOLS_PROP_NAME, acceptor.protocol().name());
        parameters.put(TransportConstants.USE_EPOLL_PROP_NAME, "false");
        parameters.put(TransportConstants.USE_KQUEUE_PROP_NAME, "false");
        if (acceptor.isTls()) {
            TlsContexts.add(acceptor.tls(), true, parameters);
            boolean required = acceptor.clientAuth() == ClientAuth.REQUIRED;
            boolean optional = acceptor.clientAuth() == ClientAuth.OPTIONAL;
            parameters.put(
                    TransportConstants.NEED_CLIENT_AUTH_PROP_NAME, Boolean.toString(required));
            parameters.put(
                    TransportConstants.WANT_CLIENT_AUTH_PROP_NAME, Boolean.toString(optional));
        }
        if (acceptor.protocol() == Acceptor.Protocol.AMQP) {
            boolean certificates = acceptor.clientAuth() != ClientAuth.NONE;
            parameters.put(SASL_MECHANISMS, certificates ? "EXTERNAL,PLAIN" : "PLAIN");
        }
        return parameters;
    }

    /** Removes the TLS contexts of a broker that has stopped. */
    static void forget(Configuration ended) {
        ended.getAcceptorConfigurations().forEach(a -> TlsContexts.remove(a.getParams()));
    }

    /** Turns off monitoring of features that an embedded broker does not have. */
    private static void trim(Configuration c) {
        c.setJMXManagementEnabled(false);
        c.setMessageCounterEnabled(false);
        c.setCriticalAnalyzer(false);
        c.setSuppressSessionNotifications(true);
        c.setFileDeployerScanPeriod(-1);
        c.setConfigurationFileRefreshPeriod(-1);
        c.setGracefulShutdownEnabled(false);
    }

    /**
     * Returns the settings of topics, subscriptions and temporary queues of clients. Other queues
     * that clients name must exist.
     */
    private AddressSettings anySettings() {
        return paging.apply(QueueSettings.common())
                // A misspelled name would be a topic without subscribers, and the message lost.
                .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                // A misspelled name would create a queue.
                .setAutoCreateQueues(false)
                .setAutoCreateAddresses(true)
                .setAutoDeleteAddresses(true);
    }

    /** Returns the settings of a created queue; {@link DepthLimits} limits its depth. */
    AddressSettings queueSettings(QueueDefinition queue) {
        AddressSettings settings = paging.apply(QueueSettings.created());
        if (queue.rules().expiryCapMillis() > 0) {
            settings.setMaxExpiryDelay(queue.rules().expiryCapMillis());
        }
        return queue.index() == null ? settings : paging.inMemory(settings);
    }

    static QueueConfiguration expiryQueue() {
        return QueueSettings.queue(QueueSettings.EXPIRY_QUEUE).setRingSize(KEPT_EXPIRED);
    }
}
