package io.millrace.connectors.http.port;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The HTTP connections of a port. On a port without TLS, connections with other protocols are
 * rejected. If Helidon selects between several protocols itself, it has no idle timeout for a
 * connection before its first byte.
 */
final class PortConnections implements ServerConnectionSelector {

    private final Http1ConnectionSelector http;
    private final List<ProtocolRejection> rejections;
    private final OpenConnections open;

    private PortConnections(
            Http1Config configuration, List<ProtocolRejection> rejections, OpenConnections open) {
        this.open = open;
        http = Http1ConnectionSelector.builder().config(configuration).build();
        this.rejections = rejections;
    }

    /** Returns the connections of a port without TLS. */
    static PortConnections plain(String listener, Http1Config configuration, OpenConnections open) {
        return new PortConnections(
                configuration,
                List.of(ProtocolRejection.tls(listener), ProtocolRejection.stomp(listener)),
                open);
    }

    /** Returns the connections of a port with TLS. */
    static PortConnections secure(Http1Config configuration, OpenConnections open) {
        return new PortConnections(configuration, List.of(), open);
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return new Connection(new ChunkContext(context, ChunkReader.of(context.dataReader())));
    }

    /** A connection. The first bytes determine its protocol. */
    private final class Connection implements ServerConnection, InterruptableTask<Void> {

        private final ConnectionContext context;
        private final long opened = System.nanoTime();
        private volatile Thread thread;
        private volatile ServerConnection selected;

        private Connection(ConnectionContext context) {
            this.context = context;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            thread = Thread.currentThread();
            open.opened();
            try {
                select(limit);
            } finally {
                open.closed();
            }
        }

        private void select(Limit limit) throws InterruptedException {
            DataReader reader = context.dataReader();
            try {
                reader.ensureAvailable();
            } catch (DataReader.InsufficientDataAvailableException e) {
                throw new CloseConnectionException("the client has sent nothing", e);
            }
            BufferData first = reader.getBuffer(reader.available());
            selected =
                    rejections.stream()
                            .filter(r -> r.applies(first))
                            .findFirst()
                            .map(r -> r.connection(context))
                            .orElseGet(() -> http.connection(context));
            selected.handle(limit);
        }

        @Override
        public boolean canInterrupt() {
            return selected == null
                    || selected instanceof InterruptableTask<?> task && task.canInterrupt();
        }

        @Override
        public Duration idleTime() {
            ServerConnection connection = selected;
            return connection == null
                    ? Duration.ofNanos(System.nanoTime() - opened)
                    : connection.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            ServerConnection connection = selected;
            if (connection != null) {
                connection.close(interrupt);
            } else if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
