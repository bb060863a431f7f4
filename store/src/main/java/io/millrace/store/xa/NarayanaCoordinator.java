package io.millrace.store.xa;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.coordinator.BasicAction;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTAActionStatusServiceXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.RecoveryXids;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.TransactionManager;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.Recoverable;
import io.millrace.store.home.PrivateFolder;

import jakarta.transaction.NotSupportedException;
import jakarta.transaction.SystemException;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.transaction.xa.Xid;

/**
 * The coordinator Narayana, with one instance per process. Its log is a journal in the
 * coordinator's folder. Its node name is in a file in this folder and in the ids of all branches,
 * so that branches of other coordinators are not changed. It opens no port and starts no thread. A
 * recovery pass runs before flows begin, every ten seconds, and half a second after a unit lost a
 * resource at its end.
 *
 * <p>A prepared branch without a decision, in the log or in the store that decides, is rolled back
 * at the first pass that finds it. The exception is a unit that this process is currently ending.
 * Flows need not have started, and the age of the branch is not relevant.
 */
final class NarayanaCoordinator implements Coordinator {

    private static final Logger LOG = EventLog.of(NarayanaCoordinator.class);

    static final String NODE = "node";

    private static final String JOURNAL = "journal";
    private static final long PASS_SECONDS = 10;
    private static final long SOON_MILLIS = 500;
    private static final int NODE_BYTES = 12;

    private static volatile NarayanaCoordinator current;

    private final Path folder;
    private final Map<Recoverable, RecoveryConnection> lines = new ConcurrentHashMap<>();
    private final ScheduledExecutorService passes =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("millrace-recovery").factory());

    private final String node;
    private final FileChannel lock;
    private final DecidedUnits decided;
    private final AtomicBoolean requested = new AtomicBoolean();

    private NarayanaCoordinator(Path folder, String node, FileChannel lock) {
        this.folder = folder;
        this.node = node;
        this.lock = lock;
        decided = new DecidedUnits(folder);
    }

    static NarayanaCoordinator open(Path folder) {
        synchronized (NarayanaCoordinator.class) {
            if (current != null) {
                throw new MillraceException(
                        ErrorCode.CONFIGURATION,
                        "this process already coordinates units of work, with the folder "
                                + current.folder
                                + "; a process can do that for one broker");
            }
            FileChannel lock = null;
            String node;
            try {
                PrivateFolder.make(folder);
                node = node(folder);
                configure(node);
                lock = lock(folder);
                TransactionLog.open(folder.resolve(JOURNAL));
            } catch (MillraceException e) {
                unlock(lock);
                throw e;
            } catch (IOException | CoreEnvironmentBeanException e) {
                throw new MillraceException(
                        ErrorCode.STORE_NOT_WRITABLE,
                        "the log of coordinated units of work cannot be kept in "
                                + folder
                                + ": "
                                + e.getMessage(),
                        e);
            }
            NarayanaCoordinator opened = new NarayanaCoordinator(folder, node, lock);
            modules();
            current = opened;
            opened.passes.scheduleWithFixedDelay(
                    opened::pass, PASS_SECONDS, PASS_SECONDS, TimeUnit.SECONDS);
            return opened;
        }
    }

    private static void unlock(FileChannel lock) {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            LOG.debug("lock", e);
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(folder.resolve(NODE), StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw new MillraceException(
                    ErrorCode.STORE_LOCKED,
                    "another process keeps the log of its coordinated units of work in " + folder);
        }
        return channel;
    }

    /**
     * Returns the node name. It is random, so that coordinators of the same databases have
     * different names.
     */
    private static String node(Path folder) throws IOException {
        Path file = folder.resolve(NODE);
        if (!Files.exists(file)) {
            byte[] random = new byte[NODE_BYTES];
            ThreadLocalRandom.current().nextBytes(random);
            Path written = folder.resolve(NODE + ".new");
            try (FileChannel channel =
                    FileChannel.open(
                            written,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                String name = HexFormat.of().formatHex(random);
                channel.write(ByteBuffer.wrap(name.getBytes(StandardCharsets.US_ASCII)));
                // Without the forced write, the branches could not be identified after a power
                // failure.
                channel.force(true);
            }
            Files.move(written, file);
        }
        String name = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
        if (!name.matches("[0-9a-f]{" + 2 * NODE_BYTES + "}")) {
            throw new MillraceException(
                    ErrorCode.STORE_DAMAGED,
                    """
                    the file %s is damaged: expected %s hexadecimal digits. Restore it from a \
                    backup: without it, units of work in doubt cannot be resolved\
                    """
                            .formatted(file, 2 * NODE_BYTES));
        }
        return name;
    }

    private static void configure(String node) throws CoreEnvironmentBeanException {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(node);
        var coordinator = arjPropertyManager.getCoordinatorEnvironmentBean();
        coordinator.setDefaultTimeout(0);
        coordinator.setTransactionStatusManagerEnable(false);
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreType(TransactionLog.class.getName());
        }
        JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
        jta.setXaRecoveryNodes(List.of(node));
        jta.setXAResourceRecordWrappingPlugin(new ResourceNames());
        // First check whether a unit is being ended: any other unit with prepared branches has its
        // decision in the log or in the store. In the reverse order, a unit could write its
        // decision in between.
        jta.setXaResourceOrphanFilterClassNames(
                List.of(
                        JTAActionStatusServiceXAResourceOrphanFilter.class.getName(),
                        DecidedUnitsFilter.class.getName(),
                        JTATransactionLogXAResourceOrphanFilter.class.getName(),
                        JTANodeNameXAResourceOrphanFilter.class.getName()));
        jta.setOrphanSafetyInterval(0);
        var recovery = recoveryPropertyManager.getRecoveryEnvironmentBean();
        recovery.setRecoveryListener(false);
        recovery.setExpiryScannerClassNames(List.of());
        recovery.setRecoveryModuleClassNames(
                List.of(
                        AtomicActionRecoveryModule.class.getName(),
                        XARecoveryModule.class.getName()));
        // From here on, classes cache these settings. A later coordinator of the process has
        // another name.
        RecoveryXids.setSafetyIntervalMillis(0);
        TxControl.setXANodeName(node);
    }

    /** Returns the recovery modules. Automatic recovery is off. */
    private static List<RecoveryModule> modules() {
        return List.copyOf(RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT).getModules());
    }

    private static XARecoveryModule resources() {
        return modules().stream()
                .filter(XARecoveryModule.class::isInstance)
                .map(XARecoveryModule.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Transaction begin() {
        TransactionLog.check();
        jakarta.transaction.TransactionManager manager = TransactionManager.transactionManager();
        try {
            manager.begin();
            // A unit belongs to a flow instance, whose thread may change between two messages.
            BasicAction action = BasicAction.Current();
            return new CoordinatedTransaction(
                    manager.suspend(), action, decided, this::recoverSoon);
        } catch (NotSupportedException | SystemException e) {
            throw new MillraceException(
                    ErrorCode.UNIT_OF_WORK_FAILED,
                    "a coordinated unit of work cannot begin: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void register(Recoverable resource) {
        if (!(resource instanceof XaRecoverable xa)) {
            throw new MillraceException(
                    ErrorCode.COORDINATION_REFUSED,
                    resource.label() + " cannot take part in coordinated units of work");
        }
        RecoveryConnection line = new RecoveryConnection(xa);
        if (lines.putIfAbsent(resource, line) == null) {
            resources().addXAResourceRecoveryHelper(line);
            xa.decisions().ifPresent(decided::use);
        }
    }

    @Override
    public void forget(Recoverable resource) {
        RecoveryConnection line = lines.remove(resource);
        if (line != null) {
            resources().removeXAResourceRecoveryHelper(line);
            line.close();
        }
    }

    /** Runs a recovery pass soon, because a unit lost a resource at its end. */
    private void recoverSoon() {
        if (!requested.getAndSet(true)) {
            try {
                passes.schedule(this::pass, SOON_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("the coordinator is being closed", e);
            }
        }
    }

    /** Runs a recovery pass. A failure does not prevent later passes. */
    private void pass() {
        requested.set(false);
        try {
            recover();
        } catch (RuntimeException e) {
            LOG.warn("a recovery pass of coordinated units of work failed: {}", e.toString());
        }
    }

    /** Whether a branch must not be rolled back although the log has no entry for it. */
    static boolean holds(Xid xid) {
        NarayanaCoordinator open = current;
        return open == null || open.decided.holds(xid);
    }

    /**
     * Runs two recovery passes, because the second pass processes the branches that the first pass
     * found.
     */
    @Override
    public synchronized void recover() {
        decided.end(lines.values());
        for (RecoveryModule module : modules()) {
            module.periodicWorkFirstPass();
        }
        for (RecoveryModule module : modules()) {
            module.periodicWorkSecondPass();
        }
    }

    @Override
    public List<DamagedUnit> damaged() {
        return DamagedUnits.list();
    }

    @Override
    public boolean forget(String unit) {
        return DamagedUnits.forget(unit);
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public void close() {
        passes.shutdownNow();
        synchronized (NarayanaCoordinator.class) {
            if (current != this) {
                return;
            }
            synchronized (this) {
                new ArrayList<>(lines.keySet()).forEach(this::forget);
            }
            decided.close();
            TransactionLog.shut();
            try {
                lock.close();
            } catch (IOException e) {
                LOG.debug("the lock of {} is released when the process ends", folder, e);
            }
            current = null;
        }
    }
}
