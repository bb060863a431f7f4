package io.millrace.store.artemis.connection;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Secret;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of connections to one broker. A few sessions share each connection. With more sessions on
 * a connection, they would wait for each other, because the requests on a connection are processed
 * in order. With one connection for each session, each session would need a socket. Safe for use by
 * several threads.
 */
public final class ConnectionPool implements AutoCloseable {

    private static final int UNLIMITED = -1;

    /** Window of a consumer for one message at a time. */
    public static final int ONE_MESSAGE = 1;

    public static final long CALL_TIMEOUT_MILLIS = 30_000;
    private static final int MAX_THREADS =
            Math.max(8, 4 * Runtime.getRuntime().availableProcessors());
    private static final int IDLE_SECONDS = 30;

    /**
     * Executor that sends credits on the thread of the reader. On another thread, as is the default
     * of Artemis, a request for a message could overtake the credits and find no message.
     */
    private static final Executor CREDITS_AT_ONCE = Runnable::run;

    private final ThreadPoolExecutor threads = threads();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(named("timer"));
    private final ServerLocator locator;
    private final String label;
    private final Credentials credentials;
    private final int sessionsEach;
    private final Map<ClientSessionFactory, Integer> sessions = new HashMap<>();

    /** Factories whose connection is lost and whose sessions have not all ended. */
    private final Set<ClientSessionFactory> lost = new HashSet<>();

    private ConnectionPool(
            ServerLocator locator,
            String label,
            Credentials credentials,
            int sessionsEach,
            long callTimeoutMillis) {
        this.locator = locator;
        this.label = label;
        this.credentials = credentials;
        this.sessionsEach = sessionsEach;
        locator.setConsumerWindowSize(ONE_MESSAGE)
                .setProducerWindowSize(UNLIMITED)
                .setBlockOnDurableSend(true)
                .setBlockOnNonDurableSend(true)
                .setCallTimeout(callTimeoutMillis)
                .setInitialConnectAttempts(1)
                .setReconnectAttempts(0);
        if (callTimeoutMillis < CALL_TIMEOUT_MILLIS) {
            // Calls that never time out, as waiting for a message, end with the connection.
            locator.setConnectionTTL(callTimeoutMillis)
                    .setClientFailureCheckPeriod(callTimeoutMillis / 2);
        }
        locator.setThreadPools(threads, timer, CREDITS_AT_ONCE);
    }

    private static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        MAX_THREADS,
                        MAX_THREADS,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        named("client"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static ThreadFactory named(String role) {
        return Thread.ofPlatform().daemon().name("millrace-artemis-" + role + "-", 1).factory();
    }

    /**
     * Returns connections within this process. A connection is cheap, so each session has its own
     * connection.
     */
    public static ConnectionPool inVm(TransportConfiguration connector, Credentials credentials) {
        return new ConnectionPool(
                ActiveMQClient.createServerLocatorWithoutHA(connector),
                "in this process",
                credentials,
                1,
                CALL_TIMEOUT_MILLIS);
    }

    /**
     * Returns connections to a remote broker by its URL, with TLS if there are certificates for it.
     *
     * @param callTimeoutMillis maximum time to wait for the broker's answer to a call, in
     *     milliseconds
     */
    public static ConnectionPool remote(
            String url, Credentials credentials, Certificates tls, long callTimeoutMillis)
            throws ActiveMQException {
        try {
            ServerLocator locator = ActiveMQClient.createServerLocator(url);
            if (tls != null && tls != Certificates.NONE) {
                for (TransportConfiguration broker : locator.getStaticTransportConfigurations()) {
                    TlsContexts.add(tls, false, broker.getParams());
                    broker.getParams().put(TransportConstants.VERIFY_HOST_PROP_NAME, "true");
                }
            }
            return new ConnectionPool(
                    locator, "at " + Secret.masked(url), credentials, 8, callTimeoutMillis);
        } catch (ActiveMQException | MillraceException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "the URL of a broker must have the form tcp://host:port (found "
                            + Secret.masked(url)
                            + ")",
                    e);
        }
    }

    public Credentials credentials() {
        return credentials;
    }

    /** The time at which the work of a session takes effect. */
    public enum Mode {
        /** With each call. */
        IMMEDIATE,
        /** At the commit of the session. */
        TRANSACTED,
        /** At the end of a branch of a coordinated unit. */
        COORDINATED
    }

    /**
     * Opens and starts a session.
     *
     * @throws MillraceException with QUEUE_STORE_DOWN if the broker rejects the login
     */
    public Lease open(Mode mode) throws ActiveMQException {
        ClientSessionFactory shared = take();
        try {
            return open(mode, shared);
        } catch (ActiveMQException e) {
            if (!StoreErrors.isConnectionLoss(e) || !giveUp(shared)) {
                throw e;
            }
            // A lost connection is detected here first.
            return open(mode, take());
        }
    }

    private Lease open(Mode mode, ClientSessionFactory factory) throws ActiveMQException {
        try {
            ClientSession session =
                    factory.createSession(
                            credentials.user(),
                            credentials.password(),
                            mode == Mode.COORDINATED,
                            mode == Mode.IMMEDIATE,
                            mode == Mode.IMMEDIATE,
                            false,
                            locator.getAckBatchSize());
            session.start();
            return new Lease(this, factory, session);
        } catch (ActiveMQSecurityException e) {
            giveBack(factory);
            throw StoreErrors.loginRejected(label, credentials.user(), e);
        } catch (ActiveMQException | RuntimeException e) {
            giveBack(factory);
            throw e;
        }
    }

    private synchronized ClientSessionFactory take() throws ActiveMQException {
        for (Map.Entry<ClientSessionFactory, Integer> entry : sessions.entrySet()) {
            boolean usable = !entry.getKey().isClosed() && !lost.contains(entry.getKey());
            if (entry.getValue() < sessionsEach && usable) {
                entry.setValue(entry.getValue() + 1);
                return entry.getKey();
            }
        }
        try {
            ClientSessionFactory made = connect();
            sessions.put(made, 1);
            return made;
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw new ActiveMQException(String.valueOf(e.getMessage()), e, null);
        }
    }

    /**
     * Connects to the broker. If the URL contains one broker, it does not wait for the selection of
     * a broker. Such a wait would take the whole call timeout if the connection is lost before the
     * selection.
     */
    private ClientSessionFactory connect() throws Exception {
        TransportConfiguration[] brokers = locator.getStaticTransportConfigurations();
        return brokers.length == 1 && !locator.isHA()
                ? locator.createSessionFactory(brokers[0])
                : locator.createSessionFactory();
    }

    /** Stops using a lost connection; returns false if another caller has already done so. */
    private synchronized boolean giveUp(ClientSessionFactory factory) {
        return sessions.containsKey(factory) && lost.add(factory);
    }

    private synchronized void giveBack(ClientSessionFactory factory) {
        int left = sessions.merge(factory, -1, Integer::sum);
        if (left <= 0) {
            sessions.remove(factory);
            lost.remove(factory);
            factory.close();
        }
    }

    @Override
    public void close() {
        locator.close();
        for (TransportConfiguration broker : locator.getStaticTransportConfigurations()) {
            TlsContexts.remove(broker.getParams());
        }
        timer.shutdown();
        threads.shutdown();
    }

    /** A session and its share of a connection. */
    public record Lease(
            ConnectionPool connections, ClientSessionFactory factory, ClientSession session)
            implements AutoCloseable {

        @Override
        public void close() {
            try {
                session.close();
            } catch (ActiveMQException | RuntimeException e) {
                // The broker rolls back open work when the connection ends or is lost.
            } finally {
                connections.giveBack(factory);
            }
        }
    }
}
