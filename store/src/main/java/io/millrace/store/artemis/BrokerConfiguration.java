package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.WildcardConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.settings.impl.DiskFullMessagePolicy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How an embedded Artemis is configured. Where it differs from Artemis' defaults, these would lose
 * speed or messages: each such line says what the default does.
 */
final class BrokerConfiguration {

    /** Where messages go whose time was up: the latest thousand of them, to be looked at. */
    static final String EXPIRY_QUEUE = "SYSTEM.EXPIRED.QUEUE";

    /** The folder of the journal of messages, in the home folder. */
    static final String JOURNAL = "journal";

    /** File of Artemis with the server's id, which it does not check. */
    static final String NODE = JOURNAL + "/server.lock";

    static final long NODE_BYTES = 19;

    /** Folders of journals, with the extensions of their files. */
    static final Map<String, String> JOURNALS = Map.of(JOURNAL, ".amq", "bindings", ".bindings");

    private static final long KEPT_EXPIRED = 1_000;
    private static final AtomicInteger NEXT_VM_ID = new AtomicInteger();
    private static final String SERVER_ID = "serverId";
    private static final int JOURNAL_FILES = 4;
    private static final int POOLED_JOURNAL_FILES = 20;
    private static final int DISK_SCAN_MILLIS = 2_000;
    private static final char TOPIC_SEPARATOR = '/';
    static final char ANY_LEVEL = '+';
    static final char ANY_LEVELS = '#';

    private final HomeFolder home;
    private final QueueStoreSettings settings;
    private final int vmId = NEXT_VM_ID.incrementAndGet();

    BrokerConfiguration(HomeFolder home, QueueStoreSettings settings) {
        this.home = home;
        this.settings = settings;
    }

    /** The way in for this process. */
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
        return acceptor.protocol() + "-" + acceptor.host() + "-" + acceptor.port();
    }

    /** Throws PORT_IN_USE where another process listens at a chosen port. */
    static void checkPorts(List<Acceptor> acceptors) {
        for (Acceptor acceptor : acceptors) {
            if (acceptor.port() == 0) {
                continue;
            }
            try (ServerSocket probe = new ServerSocket()) {
                probe.bind(
                        new InetSocketAddress(
                                InetAddress.getByName(acceptor.host()), acceptor.port()));
            } catch (IOException e) {
                throw MillraceException.of(
                                ErrorCode.PORT_IN_USE,
                                "port "
                                        + acceptor.port()
                                        + " of "
                                        + acceptor.host()
                                        + ", wanted for "
                                        + acceptor.protocol()
                                        + ", cannot be used: "
                                        + e.getMessage()
                                        + "; choose another port, or 0 for any free one, or ask the"
                                        + " system who has it (ss -ltnp 'sport = :"
                                        + acceptor.port()
                                        + "')")
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
        trim(c);
        c.setWildCardConfiguration(
                new WildcardConfiguration()
                        .setDelimiter(TOPIC_SEPARATOR)
                        .setSingleWord(ANY_LEVEL)
                        .setAnyWords(ANY_LEVELS));
        c.addAddressSetting(Character.toString(ANY_LEVELS), anySettings());
        c.addAddressSetting(
                UnitDecisions.ADDRESS.toString(), anySettings().setIDCacheSize(UnitDecisions.MOST));
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
        c.setBindingsDirectory(home.resolve("bindings").toString());
        c.setPagingDirectory(home.resolve("paging").toString());
        c.setLargeMessagesDirectory(home.resolve("large").toString());
        // 3.3 ms by default: 300 commits a second for one flow.
        // With 0 Artemis would not collect records for a write, and they would have no sum.
        c.setJournalBufferTimeout_NIO(Math.max(1, micros * 1000));
        c.setJournalDatasync(journal.force());
        c.setJournalMinFiles(JOURNAL_FILES);
        // Files once made are kept, as making one stalls all commits.
        c.setJournalPoolFiles(POOLED_JOURNAL_FILES);
        // Without it, the decisions of coordinated units would be deleted at the start.
        c.setPersistIDCache(true);
        c.setMaxDiskUsage(journal.diskFullPercent());
        c.setDiskScanPeriod(DISK_SCAN_MILLIS);
    }

    private static void configureSecurity(Configuration c) {
        c.setSecurityEnabled(true);
        // Known defaults would let anybody in as the cluster's user.
        c.setClusterUser(UUID.randomUUID().toString());
        c.setClusterPassword(UUID.randomUUID().toString());
    }

    private void configureAcceptors(Configuration c) {
        c.addAcceptorConfiguration(
                new TransportConfiguration(
                        InVMAcceptorFactory.class.getName(), Map.of(SERVER_ID, vmId), "in-vm"));
        // Looking for protocols costs time that a store without ports need not spend.
        c.setResolveProtocols(
                settings.acceptors().stream()
                        .anyMatch(a -> a.protocol() != Acceptor.Protocol.CORE));
        for (Acceptor acceptor : settings.acceptors()) {
            Map<String, Object> parameters =
                    Map.of(
                            "host", acceptor.host(),
                            "port", Integer.toString(acceptor.port()),
                            "protocols", acceptor.protocol().name(),
                            "useEpoll", "false",
                            "useKQueue", "false");
            c.addAcceptorConfiguration(
                    new TransportConfiguration(
                            NettyAcceptorFactory.class.getName(),
                            parameters,
                            acceptorName(acceptor)));
        }
    }

    /** Turns off what watches for things that an embedded broker does not have. */
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
     * For topics, subscriptions and temporary queues of clients; queues that clients name must
     * exist.
     */
    private static AddressSettings anySettings() {
        return common()
                // A typing error would become a queue.
                .setAutoCreateQueues(false)
                .setAutoCreateAddresses(true)
                .setAutoDeleteAddresses(true)
                .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
    }

    /** For a queue that was created. */
    static AddressSettings queueSettings(QueueDefinition definition) {
        AddressSettings s =
                common().setAutoCreateQueues(false)
                        .setAutoCreateAddresses(false)
                        // An idle queue would vanish.
                        .setAutoDeleteQueues(false)
                        .setAutoDeleteAddresses(false);
        if (definition.maxDepth() > 0) {
            // BLOCK would block a unit on room that only its own end can make.
            return s.setMaxSizeMessages(definition.maxDepth())
                    .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL);
        }
        return s.setMaxSizeMessages(-1).setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
    }

    private static AddressSettings common() {
        return new AddressSettings()
                // Without a dead-letter address messages are deleted after ten attempts; the engine
                // counts by itself.
                .setMaxDeliveryAttempts(-1)
                .setRedeliveryDelay(0)
                .setDeadLetterAddress(SimpleString.of(QueueStore.DEAD_LETTER_QUEUE))
                .setExpiryAddress(SimpleString.of(EXPIRY_QUEUE))
                // The default blocks putters without a word.
                .setDiskFullMessagePolicy(DiskFullMessagePolicy.FAIL);
    }

    static QueueConfiguration expiryQueue() {
        return QueueConfiguration.of(EXPIRY_QUEUE)
                .setAddress(EXPIRY_QUEUE)
                .setRoutingType(RoutingType.ANYCAST)
                .setDurable(true)
                .setAutoDelete(false)
                .setAutoCreated(false)
                .setRingSize(KEPT_EXPIRED);
    }
}
