package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;

import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.cluster.ClusterConnection;
import org.apache.activemq.artemis.core.server.metrics.MetricsManager;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManager;
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;
import org.apache.activemq.artemis.spi.core.remoting.BufferHandler;
import org.apache.activemq.artemis.spi.core.remoting.ServerConnectionLifeCycleListener;
import org.apache.activemq.artemis.utils.actors.OrderedExecutor;
import org.slf4j.Logger;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

/**
 * A factory of acceptors that report clients of another protocol to the operator. Public because
 * Artemis creates it by name.
 */
public final class CheckedAcceptorFactory extends NettyAcceptorFactory {

    private static final Logger LOG = EventLog.of(CheckedAcceptorFactory.class);
    private static final Pattern HEX = Pattern.compile("(?:[0-9a-f]{2}){4,}$");

    /** Protocol that Artemis selects if no other accepts the first bytes of a client. */
    private static final String FALLBACK = "CORE";

    @Override
    @SuppressWarnings("rawtypes") // as in the interface of Artemis
    public Acceptor createAcceptor(
            String name,
            ClusterConnection cluster,
            Map<String, Object> configuration,
            BufferHandler handler,
            ServerConnectionLifeCycleListener listener,
            Executor threads,
            ScheduledExecutorService timer,
            Map<String, ProtocolManager> protocols,
            String threadGroup,
            MetricsManager metrics) {
        // Artemis selects the first protocol that accepts the first bytes of a client.
        Map<String, ProtocolManager> all = new LinkedHashMap<>();
        if (protocols.containsKey("AMQP")) {
            all.put(OtherProtocol.OLD_AMQP, OtherProtocol.ofOldAmqp());
        }
        all.putAll(protocols);
        String expected = String.join(", ", protocols.keySet());
        all.computeIfAbsent(FALLBACK, fallback -> new OtherProtocol(expected));
        return new NettyAcceptor(
                name,
                cluster,
                configuration,
                handler,
                listener,
                timer,
                new OrderedExecutor(threads),
                all,
                threadGroup,
                metrics) {

            @Override
            public SslHandler getSslHandler(ByteBufAllocator buffers, String host, int port)
                    throws Exception {
                SslHandler tls = super.getSslHandler(buffers, host, port);
                tls.handshakeFuture()
                        .addListener(handshake -> report(handshake.cause(), host, this));
                return tls;
            }
        };
    }

    /** Reports a client without TLS, or with unsuitable TLS, at a port that requires TLS. */
    private static void report(Throwable cause, String client, NettyAcceptor acceptor) {
        String reason =
                switch (cause) {
                    case NotSslRecordException e -> "found " + firstBytes(e);
                    case SSLException e -> "the handshake failed: " + e.getMessage();
                    case null, default -> "";
                };
        if (!reason.isEmpty()) {
            LOG.warn(
                    """
                    {} a client at {} is rejected at port {}, which requires TLS ({}); correct the \
                    port, or the TLS settings of the client\
                    """,
                    ErrorCode.CONFIGURATION.id(),
                    client,
                    acceptor.getActualPort(),
                    reason);
        }
    }

    /** Describes the bytes of a client without TLS, which the text of Netty contains. */
    private static String firstBytes(NotSslRecordException e) {
        Matcher bytes = HEX.matcher(String.valueOf(e.getMessage()));
        return bytes.find()
                ? OtherProtocol.describe(
                        Arrays.copyOf(
                                HexFormat.of().parseHex(bytes.group()),
                                Math.min(8, bytes.group().length() / 2)))
                : "no TLS";
    }
}
