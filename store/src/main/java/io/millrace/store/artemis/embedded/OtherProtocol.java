package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;

import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.BaseInterceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyServerConnection;
import org.apache.activemq.artemis.core.server.routing.RoutingHandler;
import org.apache.activemq.artemis.spi.core.protocol.AbstractProtocolManager;
import org.apache.activemq.artemis.spi.core.protocol.ConnectionEntry;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManagerFactory;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;
import org.apache.activemq.artemis.spi.core.remoting.Connection;
import org.slf4j.Logger;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The protocol of clients that use a port for another protocol. It rejects the connection and
 * reports the first client of each machine and protocol. Safe for use by several threads.
 */
@SuppressWarnings("rawtypes") // Artemis declares the bound of its protocol managers as a raw type.
final class OtherProtocol
        extends AbstractProtocolManager<
                Object, BaseInterceptor<Object>, RemotingConnection, RoutingHandler> {

    private static final Logger LOG = EventLog.of(OtherProtocol.class);
    private static final byte TLS = 0x16;
    private static final byte MQTT_CONNECT = 0x10;

    private static final Pattern STOMP_FRAME =
            Pattern.compile("(SEND|SUBSCRIB|BEGIN|ACK|DISCONN)\\S*(?:\n|\r|$)");

    private static final AttributeKey<Boolean> REPORTED =
            AttributeKey.valueOf(OtherProtocol.class, "reported");

    /** Maximum number of clients that are reported, so that clients cannot fill the log. */
    private static final int MAX_REPORTED = 1_000;

    /** Protocol of RabbitMQ, which Artemis does not have. */
    static final String OLD_AMQP = "AMQP 0-9-1";

    private static final String OLD_AMQP_HEADER = "AMQP\0\0\11\1";
    private static final String AMQP_HEADER = "AMQP\3\1\0\0";

    private final String expected;

    /** First bytes of the clients that are rejected; empty if no other protocol accepts them. */
    private final String accepted;

    /** Bytes sent to a client before it is rejected. */
    private final String answer;

    /** Addresses and protocols of the clients that were reported, each once. */
    private final Set<String> clients = ConcurrentHashMap.newKeySet();

    /** First bytes of the client whose protocol the thread selects. */
    private final ThreadLocal<byte[]> first = new ThreadLocal<>();

    OtherProtocol(String expected) {
        this(expected, "", "");
    }

    private OtherProtocol(String expected, String accepted, String answer) {
        this.expected = expected;
        this.accepted = accepted;
        this.answer = answer;
    }

    /**
     * Returns the protocol of RabbitMQ clients, which the AMQP implementation of Artemis would not
     * report.
     */
    static OtherProtocol ofOldAmqp() {
        return new OtherProtocol("AMQP 1.0", OLD_AMQP_HEADER, AMQP_HEADER);
    }

    @Override
    public boolean isProtocol(byte[] start) {
        first.set(start);
        return !accepted.isEmpty()
                && new String(start, StandardCharsets.ISO_8859_1).startsWith(accepted);
    }

    /** Reports and rejects the client, before a connection of Artemis exists. */
    @Override
    public void addChannelHandlers(ChannelPipeline pipeline) {
        Channel channel = pipeline.channel();
        byte[] start = first.get();
        first.remove();
        // Netty passes the bytes again when the channel is closed.
        boolean isFirst = channel.attr(REPORTED).setIfAbsent(true) == null;
        String found = describe(start);
        if (isFirst && isNew(channel.remoteAddress(), found)) {
            LOG.warn(
                    """
                    {} a client at {} is rejected at {}: the port is for {} (found {}); correct the \
                    port or the protocol of the client\
                    """,
                    ErrorCode.CONFIGURATION.id(),
                    channel.remoteAddress(),
                    channel.localAddress(),
                    expected,
                    found);
        }
        if (isFirst && !answer.isEmpty()) {
            channel.writeAndFlush(
                    Unpooled.copiedBuffer(answer, StandardCharsets.ISO_8859_1),
                    channel.voidPromise());
        }
        throw new IllegalArgumentException("not a client of " + expected);
    }

    /** Whether no client of this machine and protocol was reported. Registers the client. */
    private boolean isNew(SocketAddress client, String found) {
        Object host = client instanceof InetSocketAddress address ? address.getAddress() : client;
        return clients.size() < MAX_REPORTED && clients.add(host + " " + found);
    }

    /** Returns the protocol that the first bytes sent by a client indicate. */
    static String describe(byte[] start) {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (text.startsWith(OLD_AMQP_HEADER)) {
            return OLD_AMQP + ", the protocol of RabbitMQ";
        }
        if (text.startsWith("AMQP")) {
            return "AMQP";
        }
        if (text.startsWith("ARTEMIS")) {
            return "CORE";
        }
        if (text.startsWith("CONNECT") || text.startsWith("STOMP")) {
            return "STOMP";
        }
        Matcher frame = STOMP_FRAME.matcher(text);
        if (frame.lookingAt()) {
            return "the STOMP frame %s before CONNECT".formatted(frame.group(1));
        }
        if (start.length > 0 && start[0] == MQTT_CONNECT) {
            return "MQTT";
        }
        if (start.length > 0 && start[0] == TLS) {
            return "TLS, which this port does not have";
        }
        if (text.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\n' || c == '\r')) {
            return "the text " + text.strip().replaceAll("[\n\r]+", " ");
        }
        return "the bytes " + HexFormat.ofDelimiter(" ").withUpperCase().formatHex(start);
    }

    /** Not called, because no connection is created. */
    @Override
    public ProtocolManagerFactory<BaseInterceptor<Object>> getFactory() {
        throw noConnection();
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the interface of Artemis
    public void updateInterceptors(List<BaseInterceptor> incoming, List<BaseInterceptor> outgoing) {
        // There are no messages.
    }

    /** Not called, because {@link #addChannelHandlers} rejects each client. */
    @Override
    public ConnectionEntry createConnectionEntry(Acceptor acceptor, Connection connection) {
        throw noConnection();
    }

    private static IllegalStateException noConnection() {
        return new IllegalStateException("a client of another protocol has no connection");
    }

    @Override
    public void handleBuffer(RemotingConnection connection, ActiveMQBuffer buffer) {
        // There is no connection.
    }

    @Override
    public boolean acceptsNoHandshake() {
        return false;
    }

    @Override
    public void handshake(NettyServerConnection connection, ActiveMQBuffer buffer) {
        // There is no connection.
    }

    @Override
    public List<String> websocketSubprotocolIdentifiers() {
        return List.of();
    }

    @Override
    public RoutingHandler getRoutingHandler() {
        return null;
    }
}
