package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

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

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * What happens when the disk fails an embedded broker for good: nobody is told any more that
 * something is safe.
 *
 * <p>Artemis tells of the failure first, and then goes on as if what it could not write or force
 * were on the disk: it answers those who wait for it, and stops a moment later. It also answers
 * them where the file is closed before what they wait for was written. So within the telling the
 * order counts: from the first moment this process' own sessions, which look here after each
 * commit, see the failure, and sessions are refused; then the connections of all clients are cut;
 * and only when nobody can hear of an answer any more the journals' files are closed. Safe to use
 * from several threads.
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

    /** Begins to listen to a server that is not started yet. */
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
                "then start the broker again: what was acknowledged is safe, all else is rolled"
                        + " back";
        MillraceException down =
                StoreErrors.isDiskFull(home.path(), cause)
                        ? StoreErrors.diskFull(home.path(), then, cause)
                        : new MillraceException(
                                ErrorCode.QUEUE_STORE_DOWN,
                                "the queue store in "
                                        + home.path()
                                        + " failed"
                                        + where
                                        + ": "
                                        + message
                                        + "; look at the disk, "
                                        + then,
                                cause);
        if (failure.compareAndSet(null, down)) {
            cutClients();
            freeze();
            listeners.forEach(listener -> listener.accept(down));
        }
    }

    /**
     * Closes the files that the journals write to, so that nothing comes behind a gap: records of a
     * unit whose first ones are lost would keep the journal from being read.
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

    /** At the transport: the protocols' own ways to say good-bye wait for the disk. */
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

    /** Why the broker has failed; null where it has not. */
    MillraceException failure() {
        return failure.get();
    }

    /** Tells when it fails; at once where it has. */
    void onFailure(Consumer<MillraceException> listener) {
        listeners.add(listener);
        if (failure() != null) {
            listener.accept(failure());
        }
    }
}
