package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQIOErrorException;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.journal.Journal;
import org.apache.activemq.artemis.core.journal.impl.JournalFile;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.persistence.OperationContext;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnection;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerSessionPlugin;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.protocol.SessionCallback;
import org.apache.activemq.artemis.spi.core.remoting.Connection;
import org.slf4j.Logger;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A plugin that handles a permanent disk failure of an embedded broker. After the failure, no data
 * is reported as safe.
 *
 * <p>Artemis reports the failure first. Then it continues as if the data were on disk: it answers
 * the waiting callers, and stops later. It also answers them if the file is closed before the data
 * was written. Therefore the order of steps is important. First, the failure becomes visible to the
 * sessions of this process, which check this class after each commit, and new sessions are
 * rejected. Then the connections of all clients are closed. The files of the journals are closed
 * when no client can receive an answer any more. Safe for use by several threads.
 */
final class DiskFailure implements ActiveMQServerSessionPlugin {

    private static final Logger LOG = EventLog.of(DiskFailure.class);

    private final HomeFolder home;
    private final ActiveMQServer server;
    private final List<Consumer<MillraceException>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<MillraceException> failure = new AtomicReference<>();

    private DiskFailure(HomeFolder home, ActiveMQServer server) {
        this.home = home;
        this.server = server;
    }

    /** Registers the plugin in a server that has not been started yet. */
    static DiskFailure watch(HomeFolder home, ActiveMQServer server) {
        DiskFailure watch = new DiskFailure(home, server);
        server.registerBrokerPlugin(watch);
        server.registerIOCriticalErrorListener(watch::fail);
        server.registerActivationFailureListener(
                cause -> watch.fail(cause, cause.getMessage(), null));
        return watch;
    }

    private void fail(Throwable cause, String message, String file) {
        String where = file == null ? "" : " at " + file;
        String then =
                """
                then start the broker again: acknowledged data is safe, all other work is rolled \
                back\
                """;
        Path missing = home.missingFolder();
        MillraceException down =
                missing != null
                        ? deleted(missing, cause)
                        : StoreErrors.isDiskFull(home.path(), cause)
                                ? StoreErrors.diskFull(home.path(), then, cause)
                                : new MillraceException(
                                        ErrorCode.QUEUE_STORE_DOWN,
                                        "the queue store in "
                                                + home.path()
                                                + " failed"
                                                + where
                                                + ": "
                                                + message
                                                + "; check the disk, "
                                                + then,
                                        cause);
        if (failure.compareAndSet(null, down)) {
            cutClients();
            freeze();
            listeners.forEach(listener -> listener.accept(down));
        }
    }

    /** Reports a deleted folder, whose data is lost even if it was acknowledged. */
    private MillraceException deleted(Path missing, Throwable cause) {
        boolean isHome = missing.equals(home.path());
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                """
                the %s %s was deleted or moved while the broker ran: the messages in it are lost, \
                unless you move it back or restore the home from a backup before you start the \
                broker again\
                """
                        .formatted(isHome ? "home folder" : "folder of the queue store", missing),
                cause);
    }

    /**
     * Closes the files of the journals, so that nothing is written after a gap. A journal in which
     * the first records of a unit are missing could not be read.
     */
    private void freeze() {
        StorageManager storage = server.getStorageManager();
        if (storage == null) {
            return;
        }
        for (Journal journal :
                new Journal[] {storage.getMessageJournal(), storage.getBindingsJournal()}) {
            JournalFile current =
                    journal instanceof JournalImpl written ? written.getCurrentFile() : null;
            try {
                if (current != null) {
                    current.getFile().close(false, false);
                }
            } catch (Exception e) {
                LOG.debug("{} does not close", current, e);
            }
        }
    }

    /**
     * Closes the connections of clients at the transport layer, because a normal close of the
     * protocols waits for the disk.
     */
    private void cutClients() {
        if (server.getRemotingService() == null) {
            return;
        }
        for (RemotingConnection client : server.getRemotingService().getConnections()) {
            Connection transport = client.getTransportConnection();
            if (transport instanceof NettyConnection wire) {
                wire.forceClose();
            }
        }
    }

    @Override
    public void beforeCreateSession(
            String name,
            String user,
            int minLargeMessageSize,
            RemotingConnection connection,
            boolean autoCommitSends,
            boolean autoCommitAcks,
            boolean preAcknowledge,
            boolean xa,
            String defaultAddress,
            SessionCallback callback,
            boolean autoCreateQueues,
            OperationContext context,
            Map<SimpleString, RoutingType> prefixes)
            throws ActiveMQIOErrorException {
        MillraceException failed = failure.get();
        if (failed != null) {
            throw new ActiveMQIOErrorException(failed.getMessage());
        }
    }

    /** Returns the reason why the broker has failed; null if it has not. */
    MillraceException failure() {
        return failure.get();
    }

    /** Registers a listener for the failure. It is called immediately if the broker has failed. */
    void onFailure(Consumer<MillraceException> listener) {
        listeners.add(listener);
        if (failure() != null) {
            listener.accept(failure());
        }
    }
}
